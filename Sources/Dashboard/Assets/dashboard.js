// Makes pages more comfortable; every page works without it. See the page Help for the keys.
(() => {
  "use strict";
  const base = document.body.dataset.base;
  let isPaused = false;
  let renewedAt = performance.now();

  const isTyping = (element) => element && ["INPUT", "SELECT", "TEXTAREA"].includes(element.tagName);

  // A person who reads with the keyboard, selects text or looks into a table keeps the page as it is; null when nobody does.
  const whyHeld = () => {
    const main = document.getElementById("main");
    const focus = document.activeElement;
    if (isPaused) { return "Paused; p resumes"; }
    if (document.hidden) { return "Paused while the tab is hidden"; }
    if (!getSelection().isCollapsed) { return "Paused while text is selected; Esc resumes"; }
    if (main.querySelector("details[open]")) { return "Paused while a table or a list is open; Esc resumes"; }
    if (focus !== main && main.contains(focus)) { return "Paused while the focus is in the page; Esc resumes"; }
    return null;
  };

  const tell = (text) => {
    const place = document.getElementById("live");
    if (place) { place.textContent = `· ${text}`; }
  };

  const tellState = () => {
    if (!document.querySelector("main[data-live]")) { return; }
    tell(isPaused ? whyHeld() : "live, every 5 s (press p to pause)");
  };

  document.addEventListener("htmx:beforeRequest", (event) => {
    const why = event.target.id === "main" ? whyHeld() : null;
    if (why === null) { return; }
    event.preventDefault();
    const seconds = Math.round((performance.now() - renewedAt) / 1000);
    tell(`${why}. This page is ${seconds} s old.`);
  });
  // The header's state comes with each update, and the icon of the tab follows it.
  const renewIcon = () => {
    const [link, picture] = [document.getElementById("icon"), document.getElementById("state")?.dataset.icon];
    if (link && picture && link.getAttribute("href") !== picture) { link.href = picture; }
  };
  document.addEventListener("htmx:afterSettle", () => { renewedAt = performance.now(); renewIcon(); tellState(); });
  for (const name of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    document.addEventListener(name, () => tell("The dashboard does not answer: this page is out of date"));
  }

  // The page stays as it is, with what a person has typed into it; the cookie is for the next page.
  const changeTheme = () => {
    const root = document.documentElement;
    const theme = root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    root.dataset.theme = theme === "dark" ? "light" : "dark";
    const form = new URLSearchParams({ theme: root.dataset.theme, to: "/" });
    fetch(base + "/theme", { method: "POST", body: form, redirect: "manual", keepalive: true }).catch(() => {});
  };

  // Out of a field or a table, so that keys work and the page is renewed again.
  const leave = () => {
    for (const details of document.querySelectorAll("main details[open]")) { details.open = false; }
    document.activeElement.blur();
    getSelection().removeAllRanges();
  };

  // After g the next key names a page. A person who then thinks of something else goes nowhere.
  const patience = 2000;
  let goesUntil = 0;
  const go = (key) => document.querySelector(`nav a[data-key="${CSS.escape(key)}"]`)?.click();

  const actions = {
    "/": () => document.getElementById("search")?.focus(),
    "?": () => location.assign(base + "/help"),
    g: (event) => { goesUntil = event.timeStamp + patience; },
    p: () => { isPaused = !isPaused; tellState(); },
    t: changeTheme,
    Escape: leave,
  };

  document.addEventListener("keydown", (event) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat || key === "Shift") { return; }
    if (isTyping(event.target) && key !== "Escape") { return; }
    const isGoing = event.timeStamp < goesUntil && key !== "Escape";
    goesUntil = 0;
    if (isGoing) { go(key); return; }
    if (!Object.hasOwn(actions, key)) { return; }
    event.preventDefault();
    actions[key](event);
  });

  // On a narrow screen the menu is a line that scrolls: the name of this page is seen first.
  const current = document.querySelector("header nav [aria-current]");
  const menu = current?.closest("nav");
  if (menu) { menu.scrollLeft += Math.max(0, current.getBoundingClientRect().right - menu.getBoundingClientRect().right); }
  tellState();
})();
