/**
 * Expressions for the page that look for what tools and eyes would trip over; each gives a list that must
 * be empty.
 */

/** Controls without a name. */
export const nameless = `[...document.querySelectorAll(
  "button, input, select, textarea, iframe, [role=progressbar], progress, [role=listbox], [role=dialog]")]
  .filter((one) => !one.closest("[aria-hidden=true]"))
  .filter((one) => !(one.getAttribute("aria-label") || one.title || one.innerText || one.labels?.length))
  .map((one) => one.outerHTML.slice(0, 200))`;

/** Ids that stand twice, and references to ids that are not there. */
export const lostIds = `(() => {
  const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => "twice: " + id);
  const names = ["aria-controls", "aria-activedescendant", "aria-describedby", "aria-labelledby", "for"];
  const lost = names.flatMap((name) => [...document.querySelectorAll("[" + name + "]")].flatMap((one) =>
    one.getAttribute(name).split(/\\s+/).filter((id) => !document.getElementById(id)).map((id) => name + ": " + id)));
  return [...twice, ...lost];
})()`;

/** Rows and options outside a list of theirs. */
export const orphans = `[
  ...[...document.querySelectorAll("[role=listitem]")].filter((one) => !one.closest("[role=list]")),
  ...[...document.querySelectorAll("[role=option]")].filter((one) => !one.closest("[role=listbox]")),
  ...[...document.querySelectorAll("[role=tab]")].filter((one) => !one.closest("[role=tablist]")),
].map((one) => one.outerHTML.slice(0, 200))`;

/** Texts with a contrast below 4.5 : 1 as they are really drawn; what cannot be used now is left out. */
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
