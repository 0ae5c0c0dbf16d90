/**
 * Expressions for a page in forced colours, where a few colours of the user replace all colours of
 * the page, and backgrounds and shadows are gone. The first expression runs in normal colours, the
 * second in forced ones; the second returns a list that must be empty.
 */

/** Remembers, for {@link lostInForced}, which information only a background or a shadow shows. */
export const rememberInk = `(() => {
  const ground = (one) => {
    for (; one; one = one.parentElement) {
      const { backgroundColor } = getComputedStyle(one);
      if (!/^rgba.*, 0\\)$|transparent/.test(backgroundColor)) return backgroundColor;
    }
    return "";
  };
  const bare = (one) => !one.textContent.trim() && !one.querySelector("*") &&
    !one.matches("input, textarea, select, progress, iframe, canvas, br, hr, svg, svg *, .aside");
  globalThis.ink = [...document.body.querySelectorAll("*")].filter((one) => {
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || one.closest("svg, iframe")) return false;
    const { backgroundColor, boxShadow } = getComputedStyle(one);
    const { width, height } = one.getBoundingClientRect();
    const drawn = width >= 2 && height >= 2 && bare(one) && one.parentElement && !/^rgba.*, 0\\)$/.test(backgroundColor) &&
      backgroundColor !== ground(one.parentElement);
    return drawn || boxShadow.includes("inset");
  });
})()`;

/**
 * Lists what forced colours hide: marks, frames of fields, selections, the focus; and what still
 * moves with reduced motion.
 */
export const lostInForced = `(() => {
  const found = [];
  const say = (what, one) => found.push(what + ": " + one.outerHTML.replace(/\\s+/g, " ").slice(0, 140));
  const style = (one) => getComputedStyle(one);
  const clear = (color) => /^rgba.*, 0\\)$|transparent/.test(color);
  const ground = (one) => {
    for (; one; one = one.parentElement) if (!clear(style(one).backgroundColor)) return style(one).backgroundColor;
    return "";
  };
  const sides = ["Top", "Right", "Bottom", "Left"];
  const framed = (one) => sides.some((side) => parseFloat(style(one)["border" + side + "Width"]) > 0 &&
    style(one)["border" + side + "Style"] !== "none" && !clear(style(one)["border" + side + "Color"]));
  const outlined = (one) => style(one).outlineStyle !== "none" && parseFloat(style(one).outlineWidth) > 0;
  const seen = (one) => framed(one) || outlined(one) || style(one).textDecorationLine !== "none" || (one.parentElement &&
    !clear(style(one).backgroundColor) && style(one).backgroundColor !== ground(one.parentElement));
  const shown = (one) => one.isConnected && one.checkVisibility({ opacityProperty: true, visibilityProperty: true });

  if (!matchMedia("(forced-colors: active)").matches) return ["forced colours are not on"];
  for (const one of globalThis.ink ?? []) if (shown(one) && !seen(one)) say("a mark is gone", one);

  const near = (one) => [one, one.parentElement, one.parentElement?.parentElement].filter(Boolean);
  for (const one of document.querySelectorAll("input:not([type=checkbox], [type=radio], [type=file]), textarea, select, .button:not(.bare)")) {
    if (shown(one) && !one.closest(".aside") && !near(one).some(framed)) say("no frame", one);
  }

  const look = (one) => [one, ...one.children].map((part) => {
    const { backgroundColor, color, outlineStyle, borderTopColor, borderBottomColor, borderTopWidth, borderBottomWidth,
      textDecorationLine } = style(part);
    return [backgroundColor, color, outlineStyle, borderTopColor, borderBottomColor, borderTopWidth, borderBottomWidth,
      textDecorationLine].join();
  })[0];
  const CHOSEN = "[aria-selected=true], [aria-current=true], [aria-current=page], [aria-pressed=true], .best, .chosen, .pointed";
  for (const one of document.querySelectorAll(CHOSEN)) {
    if (!shown(one)) continue;
    const kind = one.getAttribute("role") ?? one.className;
    const other = [...one.parentElement.children].find((beside) => beside !== one && !beside.matches(CHOSEN) &&
      (beside.getAttribute("role") ?? beside.className) === kind && beside.tagName === one.tagName);
    if (other ? look(other) === look(one) : !seen(one) && !one.querySelector("svg")) say("nothing says that it is chosen", one);
  }

  const around = (one) => [one, one.parentElement, one.parentElement?.parentElement].filter(Boolean).map((part) =>
    [look(part), style(part).outlineWidth, style(part).outlineColor].join()).join("|");
  const kinds = new Set();
  for (const one of document.querySelectorAll("button, a[href], input, textarea, select, summary, [tabindex]")) {
    const kind = one.tagName + " " + one.className + " " + (one.closest("[role]")?.getAttribute("role") ?? "");
    if (one.disabled || one.tabIndex < -1 || !shown(one) || one.closest("[inert], .aside, iframe") || kinds.has(kind)) continue;
    kinds.add(kind);
    document.activeElement?.blur();
    // An element that cannot be blurred shows its focus by the caret.
    if (document.activeElement === one) continue;
    const before = around(one);
    one.focus();
    if (document.activeElement === one && one.matches(":focus-visible") && around(one) === before) say("the focus is not seen", one);
  }
  const moving = document.getAnimations().filter(({ playState }) => playState === "running");
  for (const { effect } of moving) say("it moves", effect.target);
  return found;
})()`;
