/** JavaScript expressions that find mistakes in a page; each returns a list that must be empty. */

/** Controls without a name. */
export const nameless = `[...document.querySelectorAll(
  "button, input, select, textarea, iframe, [role=progressbar], progress, [role=listbox], [role=dialog]")]
  .filter((one) => !one.closest("[aria-hidden=true]"))
  .filter((one) => !(one.getAttribute("aria-label") || one.title || one.innerText || one.labels?.length))
  .map((one) => one.outerHTML.slice(0, 200))`;

/** Main headings, unless there is exactly one. */
export const headings = `(() => {
  const all = [...document.querySelectorAll("h1")].filter((one) => one.checkVisibility());
  return all.length === 1 ? [] : [all.length + ": " + all.map((one) => one.innerText).join(" | ")];
})()`;

/** Messages whose title and text share four words in a row. */
export const saidTwice = `(() => {
  const words = (one) => one.innerText.toLowerCase().match(/[\\p{L}\\p{N}']+/gu) ?? [];
  const runs = (all) => all.flatMap((_, at) => at + 4 > all.length ? [] : all.slice(at, at + 4).join(" "));
  return [...document.querySelectorAll(".state, .notice, .toast, .refused-head")].flatMap((one) => {
    const title = one.querySelector("h1, h2, strong");
    const below = [...one.querySelectorAll("p, .words")].filter((text) => text !== title);
    const said = new Set(below.flatMap((text) => runs(words(text))));
    return title ? runs(words(title)).filter((run) => said.has(run)) : [];
  });
})()`;

/** Texts and tooltips with characters that change the direction of text or are invisible. */
export const hiding = `(() => {
  const hides = /[\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f\ufeff]/;
  const read = ["title", "aria-label", "aria-description", "aria-valuetext", "alt", "placeholder"];
  const found = [...document.querySelectorAll("*")].flatMap((one) =>
    read.filter((name) => hides.test(one.getAttribute(name) ?? "")).map((name) => name + ": " + one.getAttribute(name)));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (hides.test(node.data) && !node.parentElement.closest("textarea")) found.push("text: " + node.data);
  }
  return [...new Set(found.map((one) => one.replace(hides, "☠").slice(0, 100)))];
})()`;

/** Duplicate IDs, and references to missing IDs. */
export const lostIds = `(() => {
  const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => "twice: " + id);
  const names = ["aria-controls", "aria-activedescendant", "aria-describedby", "aria-labelledby", "for"];
  const lost = names.flatMap((name) => [...document.querySelectorAll("[" + name + "]")].flatMap((one) =>
    one.getAttribute(name).split(/\\s+/).filter((id) => !document.getElementById(id)).map((id) => name + ": " + id)));
  return [...twice, ...lost];
})()`;

/** Items, options and tabs outside their list. */
export const orphans = `[
  ...[...document.querySelectorAll("[role=listitem]")].filter((one) => !one.closest("[role=list]")),
  ...[...document.querySelectorAll("[role=option]")].filter((one) => !one.closest("[role=listbox]")),
  ...[...document.querySelectorAll("[role=tab]")].filter((one) => !one.closest("[role=tablist]")),
].map((one) => one.outerHTML.slice(0, 200))`;

/** Texts whose drawn contrast is below 4.5 : 1, except in disabled controls. */
export const faint = `(() => {
  const parse = (color) => {
    const [r, g, b, a = 1] = color.match(/[\\d.]+/g).map(Number);
    return { r, g, b, a };
  };
  const over = (top, under) => ({
    r: top.r * top.a + under.r * (1 - top.a),
    g: top.g * top.a + under.g * (1 - top.a),
    b: top.b * top.a + under.b * (1 - top.a),
    a: 1,
  });
  const ground = (element) => {
    const layers = [];
    for (let one = element; one; one = one.parentElement) {
      const color = parse(getComputedStyle(one).backgroundColor);
      if (color.a > 0) layers.push(color);
      if (color.a === 1) break;
    }
    return layers.reverse().reduce((under, top) => over(top, under), { r: 255, g: 255, b: 255, a: 1 });
  };
  const light = ({ r, g, b }) => {
    const [x, y, z] = [r, g, b].map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest(":disabled, [aria-disabled=true], .aside, .when-near, option")) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const under = ground(element);
    const color = over(parse(getComputedStyle(element).color), under);
    const [high, low] = [light(color), light(under)].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < 4.5) found.add(ratio.toFixed(2) + " " + element.className + ": " + node.data.trim().slice(0, 40));
  }
  return [...found];
})()`;

/** All enabled controls that the keyboard should reach. */
const CONTROLS = `[...document.querySelectorAll(
    "button:not(:disabled), a[href], input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [role=option]")]
  .filter((one) => !one.closest("[inert], .toasts, .aside") && one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => one.tabIndex >= 0 || one.closest(".list, .choices, [role=tablist], [role=listbox]"))`;

/** Controls that neither Tab nor the arrow keys within a list, menu or group reach. */
export const unreached = `(() => {
  const all = ${CONTROLS};
  const reached = new Set();
  const press = (key) => document.activeElement.dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const groups = (one) => one.closest(".list, .choices");
  for (const stop of all.filter((one) => one.tabIndex === 0)) {
    stop.focus();
    reached.add(document.activeElement);
    if (!groups(stop)) continue;
    press("Home");
    for (let line = 0; line < 3000; line++) {
      const begin = document.activeElement;
      reached.add(begin);
      for (let side = 0; side < 20; side++) {
        const before = document.activeElement;
        press("ArrowRight");
        reached.add(document.activeElement);
        if (document.activeElement === before) break;
      }
      press("ArrowDown");
      if (document.activeElement === begin) break;
    }
  }
  const radios = (one) => one.type === "radio" || one.role === "tab" || one.role === "option";
  return all.filter((one) => !reached.has(one) && !radios(one))
    .map((one) => one.outerHTML.slice(0, 160));
})()`;

/** Controls whose focus ring is cut off by an element around them. */
export const cutRings = `${CONTROLS}.flatMap((one) => {
  one.focus({ focusVisible: true });
  if (document.activeElement !== one) return [];
  one.scrollIntoView({ block: "nearest", inline: "nearest" });
  for (let ringed = one; ringed && ringed !== one.closest("[data-row]")?.parentElement; ringed = ringed.parentElement) {
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(ringed);
    if (outlineStyle === "none") continue;
    const outside = parseFloat(outlineWidth) + parseFloat(outlineOffset);
    const { left, right, top, bottom } = ringed.getBoundingClientRect();
    for (let around = ringed.parentElement; around !== document.body; around = around.parentElement) {
      if (getComputedStyle(around).overflow === "visible") continue;
      const box = around.getBoundingClientRect();
      const x = box.left + around.clientLeft, y = box.top + around.clientTop;
      const cut = Math.max(x - left, y - top, right - x - around.clientWidth, bottom - y - around.clientHeight) + outside;
      if (cut > 0.6) return [cut.toFixed(1) + " px of " + ringed.outerHTML.slice(0, 120) + " in " + around.className];
    }
    return [];
  }
  return [];
})`;

/** Lists in which Tab focuses something other than a row first. */
export const lateLists = `[...document.querySelectorAll(".list")].flatMap((list) => {
  const stop = list.querySelector('[tabindex="0"]');
  return stop && list.querySelector("[data-row] [data-current], [data-row] [tabindex]") &&
    !stop.closest("[data-row]") ? [stop.outerHTML.slice(0, 160)] : [];
})`;

/**
 * What axe reports for the rules of WCAG 2.2 AA and best practice; its script must be loaded.
 * Contrast is measured elsewhere, in all four themes. The scrolling element of the SQL editor is
 * left out: axe expects a focusable element inside it, but its text already has the focus.
 */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
export const axeFindings = `axe.run({ include: [["html"]] }, {
  runOnly: { type: "tag", values: ${JSON.stringify(TAGS)} },
  resultTypes: ["violations"],
  rules: { "color-contrast": { enabled: false } },
  preload: false,
  // Findings are reported with their markup; making unique selectors would take four times as long.
  selectors: false,
  // A report is a document of its own, shown by the user's browser.
  iframes: false,
}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
  nodes.filter(({ html }) => !html.includes('class="cm-scroller"')).slice(0, 4).map(({ html, failureSummary }) => id + ": " + html.slice(0, 160) + " | " +
    failureSummary.split("\\n").slice(1, 3).join(" "))))`;

/** Names that are cut although less important text beside them has space, and invisible names. */
export const cutNames = `[...document.querySelectorAll(".name, .palette-title, .file-path > .cut:last-child")]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth)
  .filter((one) => one.clientWidth < 16 || [...one.parentElement.children].some((beside) =>
    beside !== one && beside.matches(".cut") && beside.clientWidth > 24))
  .map((one) => one.outerHTML.slice(0, 200))`;

/** Rows whose last visible tool does not reach the right edge because of invisible ones after it. */
export const offColumn = `[...document.querySelectorAll(".list-row > .tools")].flatMap((tools) => {
  const seen = [...tools.querySelectorAll("*")].filter((one) => one.checkVisibility({ opacityProperty: true }))
    .map((one) => one.getBoundingClientRect().right);
  const off = tools.getBoundingClientRect().right - Math.max(...seen);
  return seen.length > 0 && off > 1 ? [off + " px: " + tools.innerText.slice(0, 80)] : [];
})`;

/** Numbers of 1,000 and more without commas. */
export const ungrouped = `[
  ...[...document.querySelectorAll(".count")].map((one) => one.innerText).filter((text) => /\\d{4}/.test(text)),
  ...document.shownText.match(/(?<![\\d,.])\\d{4,} (?:accounts?|changed|characters?|files?|found|keys?|lines?|matched|results?|rows?|tasks?)\\b/g) ?? [],
]`;

/** Text of questions, notices, errors, findings and agents' calls that is cut off; names in lists may be. */
export const cutQuestions =
  `[...document.querySelectorAll("[role=dialog] *, [role=alertdialog] *, .notice *, [role=alert] *, .danger-text, .danger-text *, .finding > .cut:not(.finding-way), [aria-label='What was done'] :is(.agents-text, .quiet)")]
  .filter((one) => getComputedStyle(one).textOverflow === "ellipsis" && one.scrollWidth > one.clientWidth)
  .filter((one) => one.checkVisibility() && (one.closest(".danger-text, [aria-label='What was done']") || !one.closest(".list, [role=listbox], .who-where, input, select")))
  .map((one) => one.outerHTML.slice(0, 200))`;

/** `<select>` elements that show no arrow. */
export const arrowless = `[...document.querySelectorAll("select")]
  .filter((one) => !one.parentElement.matches(".select:has(> .icon)")).map((one) => one.outerHTML.slice(0, 200))`;

/** Icons wrapped onto a line of their own, above their text. */
export const loneIcons = `[...document.querySelectorAll(".icon, .picture, .glyph")].filter((one) => {
  let next = one.nextElementSibling;
  while (next?.matches(".aside")) next = next.nextElementSibling;
  return one.checkVisibility() && next?.checkVisibility() && getComputedStyle(one.parentElement).flexWrap === "wrap" &&
    next.getBoundingClientRect().top >= one.getBoundingClientRect().bottom - 1;
}).map((one) => one.parentElement.innerText.slice(0, 100))`;

/** Icon buttons wrapped onto a line of their own. */
export const loneButtons = `[...document.querySelectorAll(".button.only-icon")].filter((one) => {
  const { top, bottom, width } = one.getBoundingClientRect();
  if (width === 0 || !one.checkVisibility() || getComputedStyle(one.parentElement).flexWrap !== "wrap") return false;
  const others = [...one.parentElement.children].map((other) => other.getBoundingClientRect())
    .filter((other, at) => other.width > 0 && one.parentElement.children[at] !== one);
  return others.length > 0 && others.every((other) => other.bottom <= top + 1 || other.top >= bottom - 1);
}).map((one) => (one.title || one.ariaLabel) + " in " + one.parentElement.className)`;

/** Centred messages with left-aligned text, and buttons that are not in line with their notice. */
export const leaning = `[
  ...[...document.querySelectorAll(".state")].filter((one) => {
    const around = getComputedStyle(one.parentElement);
    const isCentred = around.flexDirection === "column" && around.alignItems === "center";
    return isCentred && getComputedStyle(one).textAlign !== "center";
  }),
  ...[...document.querySelectorAll(".notice > .button")].filter((button) => {
    const icon = button.parentElement.querySelector(":scope > .icon");
    const middle = (one) => (one.getBoundingClientRect().top + one.getBoundingClientRect().bottom) / 2;
    return icon && Math.abs(middle(icon) - middle(button)) > 1;
  }),
].map((one) => one.innerText)`;

/**
 * Fields that do not line up with the title and buttons of their question, the foot of a form above
 * the bottom of the window, and the only button of a run below a line that has space for it.
 */
export const outOfLine = `(() => {
  const box = (one) => one.getBoundingClientRect();
  const found = [];
  for (const question of document.querySelectorAll(".question")) {
    const title = question.querySelector(".title"), buttons = question.querySelector(".question-foot");
    for (const field of question.querySelectorAll(".question-body .input")) {
      if (field.closest(".inset, .secret-added, .row")) continue;
      if (box(field).left !== box(title).left || box(field).right !== box(buttons).right) found.push("field: " + title.innerText);
    }
  }
  for (const foot of document.querySelectorAll(".entry-foot")) {
    const off = box(foot.closest(".scroll")).bottom - box(foot).bottom;
    if (Math.abs(off) > 1) found.push("foot: " + off + " px");
  }
  for (const line of document.querySelectorAll(".console-status")) {
    const name = line.querySelector(".console-name"), buttons = line.querySelector(".console-buttons");
    if (box(name).width < box(line).width / 2 && buttons.childElementCount === 1 && box(buttons).top > box(name).bottom) {
      found.push("button: " + buttons.innerText);
    }
  }
  return found;
})()`;

/** Labels of fields that overlap their neighbours. */
export const crowded = `[...document.querySelectorAll(".field > .label, .field > legend")]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)`;

/** Buttons whose text does not fit. */
export const squeezed = `[...document.querySelectorAll(".button")]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.outerHTML.slice(0, 200))`;

/** Elements that are too wide, and controls that cannot be scrolled into view. */
export const outOfView = `(() => {
  const found = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) found.push("too wide by " + wide + " px");
  for (const one of document.querySelectorAll("button, input, textarea, select, a[href]")) {
    if (one.disabled || !one.checkVisibility({ checkVisibilityCSS: true }) || one.closest(".aside, [inert]")) continue;
    one.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { left, right, top, bottom, width } = one.getBoundingClientRect();
    const fits = width <= innerWidth ? left >= -1 && right <= innerWidth + 1 : right > 0 && left < innerWidth;
    if (width > 0 && !(fits && bottom > 1 && top < innerHeight - 1)) {
      found.push((one.getAttribute("aria-label") || one.textContent || one.name).trim().slice(0, 40));
    }
  }
  return found;
})()`;
