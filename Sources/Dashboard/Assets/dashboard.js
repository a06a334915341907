// Makes pages more comfortable; every page works without it. See the page Help for the keys.
(() => {
  "use strict";
  const base = document.body.dataset.base;
  let isPaused = false;

  const isTyping = (element) => element && ["INPUT", "SELECT", "TEXTAREA"].includes(element.tagName);

  // A person who reads with the keyboard, marks text or looks into a table keeps the page as it is.
  const isBusy = () => {
    const main = document.getElementById("main");
    const focus = document.activeElement;
    return isPaused || document.hidden || !getSelection().isCollapsed
      || (focus !== main && main.contains(focus)) || main.querySelector("details[open]") !== null;
  };

  const tell = (text) => {
    const place = document.getElementById("live");
    if (place) { place.textContent = text; }
  };

  const tellState = () => {
    if (!document.querySelector("main[data-live]")) { return; }
    tell(isPaused ? "Paused; p goes on." : "New every 5 s; p pauses.");
  };

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.id === "main" && isBusy()) { event.preventDefault(); }
  });
  document.addEventListener("htmx:afterSettle", tellState);
  for (const name of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    document.addEventListener(name, () => tell("The dashboard does not answer: this page is old."));
  }

  let isGoing = false;
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) { return; }
    if (isGoing) {
      isGoing = false;
      const link = document.querySelector(`nav a[data-key="${CSS.escape(event.key)}"]`);
      if (link) { link.click(); }
      return;
    }
    switch (event.key) {
      case "g": isGoing = true; break;
      case "/": {
        const search = document.getElementById("search");
        if (search) { event.preventDefault(); search.focus(); }
        break;
      }
      case "p": isPaused = !isPaused; tellState(); break;
      case "t": {
        const isDark = document.documentElement.dataset.theme
          ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
        document.querySelector(`footer button[value="${isDark ? "light" : "dark"}"]`).click();
        break;
      }
      case "?": location.assign(base + "/help"); break;
    }
  });
  tellState();
})();
