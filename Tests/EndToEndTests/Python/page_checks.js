// What axe does not judge. The driver runs this file inside a page, as the body of a function whose first argument names the
// checks, and whose second argument is for them. Each check returns a list of findings as text; the answer names the check of
// each finding.

const isShown = (element) =>
  element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && element.getClientRects().length > 0;

// For example `a.next "Older"`: a person who reads the finding has to find the element.
const name = (element) => {
  const text = (element.textContent || element.value || "").trim().replace(/\s+/g, " ").slice(0, 40);
  const mark = element.id ? "#" + element.id : [...element.classList].map((word) => "." + word).join("");
  return `${element.localName}${mark}${text ? ` "${text}"` : ""}`;
};

const all = (selector, root = document) => [...root.querySelectorAll(selector)];

// Elements at which the Tab key stops. Of a group of radio buttons it stops at a single button.
const stops = () =>
  all("a[href], area[href], button, input, select, textarea, summary, [tabindex], [contenteditable]").filter(
    (element) =>
      element.tabIndex >= 0 && !element.disabled && element.type !== "hidden" && isShown(element) &&
      !(element.type === "radio" && !element.checked) && !element.closest("[inert]"));

// The pieces of text that a person sees.
function texts() {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (data.trim() && isShown(parentElement) && !parentElement.closest("title, desc, option")) found.push(walker.currentNode);
  }
  return found;
}

const checks = {
  // `base`: where the dashboard is; behind a proxy, a link that leaves it leads to nowhere.
  base(base) {
    const isOwn = (url) => url === base || url.startsWith(base + "/") || url.startsWith("data:");
    const addresses = ["href", "src", "action", "formAction"].flatMap((attribute) =>
      all(`[${attribute.toLowerCase()}]:not(use, [rel~=external])`).map((element) => [element, element[attribute]]));
    const calls = ["hx-get", "hx-post"].flatMap((attribute) =>
      all(`[${attribute}]`).map((element) => [element, new URL(element.getAttribute(attribute), location).href]));
    return [...addresses, ...calls].filter(([, url]) => typeof url === "string" && !isOwn(url)).map(
      ([element, url]) => `${name(element)} leads to ${url}`);
  },

  structure() {
    const findings = [];
    const expectOne = (selector, what) => {
      const count = all(selector).length;
      if (count !== 1) findings.push(`${what}: ${count}, not 1`);
    };
    expectOne("h1", "h1");
    expectOne("main", "main");
    expectOne("body > header, body > * > header", "header");
    if (!/\S.* · /.test(document.title)) findings.push(`the title is "${document.title}", without a page and a program`);
    if (!document.documentElement.lang) findings.push("the page has no language");
    for (const th of all("th:not([scope])")) findings.push(`${name(th)} has no scope`);
    for (const table of all("table")) {
      const isNamed =
        table.caption || table.ariaLabel || table.getAttribute("aria-labelledby") ||
        table.closest("section[aria-label], section[aria-labelledby], details, section:has(> h2)") ||
        all("h1, h2, h3").some((heading) => heading.compareDocumentPosition(table) & 4);
      if (!isNamed) findings.push(`${name(table)} has neither a caption nor a heading`);
    }
    for (const svg of all("svg:not([aria-hidden=true])")) {
      if (!svg.querySelector("title") && !svg.ariaLabel) findings.push(`${name(svg)} has no title`);
    }
    for (const element of all("[style], [onclick], [onload], [onerror], style, script:not([src])")) {
      findings.push(`${name(element)} holds a style or a script that the policy forbids`);
    }
    return findings;
  },

  width() {
    const wide = document.documentElement.scrollWidth;
    if (wide <= innerWidth) return [];
    const beyond = all("body *").filter(
      (element) => isShown(element) && element.getBoundingClientRect().right > innerWidth + 1 && !scrolls(element));
    return [`the page is ${wide} px wide in a window of ${innerWidth} px: ${beyond.slice(0, 3).map(name).join(", ")}`];
  },

  // Words of columns that are too narrow stand in several lines; ids and names of queues are long, and may. A line may end
  // after a hyphen.
  words() {
    const findings = new Set();
    for (const node of texts()) {
      for (const { index, 0: word } of node.data.matchAll(/[\p{L}\p{N}_]+/gu)) {
        if (word.length < 2 || word.length > 16) continue;
        const range = new Range();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) findings.add(`${name(node.parentElement)} breaks "${word}" into ${lines.size} lines`);
      }
    }
    return [...findings].slice(0, 10);
  },

  // A person with a thumb sees the content, not the menu alone, and of a table more than what its rows are called.
  first() {
    const findings = [];
    const header = document.querySelector("header");
    const most = 120;
    if (header?.offsetHeight > most) findings.push(`the header is ${header.offsetHeight} px high, not ${most}`);
    for (const cell of all("tr:first-child > :nth-child(2):not([colspan])").filter(isShown)) {
      const { left } = cell.getBoundingClientRect();
      if (left > innerWidth - 64) findings.push(`${name(cell)}, the second column, begins at ${Math.round(left)} px of ${innerWidth}`);
    }
    return findings;
  },

  targets() {
    const least = 43.5;
    const selector = "button, input:not([type=hidden]), select, summary, nav a, [role=button]";
    return all(selector).filter(isShown).flatMap((element) => {
      // A person may also touch the words beside a box.
      const isBox = ["checkbox", "radio"].includes(element.type);
      const touched = (isBox && element.labels && element.labels[0]) || element;
      const { width, height } = touched.getBoundingClientRect();
      const isLarge = width >= least && height >= least;
      return isLarge ? [] : [`${name(element)} is ${Math.round(width)} by ${Math.round(height)} px, not 44 by 44`];
    });
  },

  contrast() {
    const findings = new Map();
    for (const { parentElement: element } of texts()) {
      const style = getComputedStyle(element);
      const paint = element.namespaceURI.endsWith("svg") ? style.fill : style.color;
      const ground = background(element);
      const ratio = contrast(over(rgba(paint), ground), ground);
      const size = parseFloat(style.fontSize);
      const least = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
      if (ratio < least) findings.set(`${name(element)} has a contrast of ${ratio.toFixed(2)}, not ${least}`, true);
    }
    return [...findings.keys()];
  },

  // Before the keys: marks where the Tab key should stop.
  keyboardBegin() {
    window.visited = [];
    window.expected = stops();
    beginAtTop();
    const before = new Map(expected.map((element) => [element, look(element)]));
    addEventListener("focusin", ({ target }) => {
      const visit = { element: target, isMarked: isMarked(target, before.get(target)) };
      visited.push(visit);
      // A browser scrolls to the element only after it has told of the focus.
      setTimeout(() => (visit.hiding = document.activeElement === target ? hiding(target) : null));
    });
    return [String(expected.length)];
  },

  keyboardEnd() {
    const findings = [];
    const reached = new Set(visited.map((visit) => visit.element));
    for (const element of expected) {
      // A page that renews itself may have replaced the element meanwhile.
      if (!reached.has(element) && element.isConnected) findings.push(`Tab does not reach ${name(element)}`);
    }
    for (const { element, isMarked, hiding } of visited) {
      if (!isMarked) findings.push(`${name(element)} has no visible focus`);
      if (hiding) findings.push(`${name(element)} has the focus ${hiding}`);
    }
    const first = visited[0]?.element;
    const goal = first?.hash ? document.getElementById(first.hash.slice(1)) : null;
    if (!goal?.closest("main")) findings.push(`Tab stops first at ${first ? name(first) : "nothing"}, not at a skip link`);
    return [...new Set(findings)];
  },

  beginAtTop() {
    beginAtTop();
    return [];
  },

  // The skip link is useful only if the next Tab is behind the menu.
  afterSkip() {
    const focus = document.activeElement;
    const isBehind = focus.closest("main, footer") || !document.querySelector("main :is(a[href], button, input)");
    return isBehind ? [] : [`after the skip link, Tab goes to ${name(focus)}`];
  },
};

function scrolls(element) {
  for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
    if (["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(parent).overflowX)) return true;
  }
  return false;
}

function look(element) {
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
  return { outlineStyle, outlineWidth, boxShadow };
}

function isMarked(element, before) {
  const now = look(element);
  const isOutlined = now.outlineStyle !== "none" && parseFloat(now.outlineWidth) >= 1;
  return isOutlined || (before !== undefined && now.boxShadow !== before.boxShadow);
}

// Why a person does not see where the focus is; null when the person does.
function hiding(element) {
  const { top, bottom, left, right, width, height } = element.getClientRects()[0] ?? new DOMRect();
  const middle = (low, high, end) => (Math.max(low, 0) + Math.min(high, end)) / 2;
  const above = document.elementFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight));
  if (width <= 1 || height <= 1 || !above) return "outside the window";
  return element.contains(above) || above.contains(element) ? null : `behind ${name(above)}`;
}

// Where the Tab key goes on from: before everything, also on a page that has put the focus somewhere.
function beginAtTop() {
  const probe = document.createElement("div");
  probe.tabIndex = -1;
  document.body.prepend(probe);
  probe.focus();
  probe.remove();
  scrollTo(0, 0);
}

// A canvas understands every notation of a colour that the browser does.
function rgba(paint) {
  const canvas = (rgba.canvas ??= new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true }));
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = paint;
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
}

function over([red, green, blue, alpha], [r, g, b]) {
  const mix = (top, bottom) => top * alpha + bottom * (1 - alpha);
  return [mix(red, r), mix(green, g), mix(blue, b), 1];
}

// What lies behind an element: the grounds of its ancestors, on the colour of an empty page.
function background(element) {
  const grounds = [];
  for (let at = element; at; at = at.parentElement) {
    const ground = rgba(getComputedStyle(at).backgroundColor);
    grounds.unshift(ground);
    if (ground[3] === 1) break;
  }
  return grounds.reduce((below, ground) => over(ground, below), emptyPage());
}

// What the browser paints where a page paints nothing; a page may leave the dark to the browser.
function emptyPage() {
  const probe = document.documentElement.appendChild(document.createElement("div"));
  probe.style.backgroundColor = "Canvas";
  const ground = rgba(getComputedStyle(probe).backgroundColor);
  probe.remove();
  return ground;
}

// WCAG 2.2, "contrast ratio" and "relative luminance".
function contrast(one, other) {
  const luminance = ([red, green, blue]) => {
    const part = (value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    };
    return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
  };
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

return arguments[0].flatMap((rule) => checks[rule](arguments[1]).map((finding) => [rule, finding]));
