import type { Tab } from "../../support/browser/mod.ts";

/** The enabled search fields; while an overlay is open, only those of the overlay. */
const FIELDS = `(() => {
  const root = [...document.querySelectorAll("[data-over]")].at(-1) ?? document;
  return [...root.querySelectorAll("input[type=search]:not(:disabled)")]
    .filter((one) => !one.closest("[inert]") && one.checkVisibility({ visibilityProperty: true }));
})()`;

const IN_FIELD = `(() => {
  const { activeElement: one } = document;
  return one.matches("input[type=search]") && one.selectionStart === 0 && one.selectionEnd === one.value.length;
})()`;

/**
 * Returns search fields to which Ctrl+F does not move the focus back, with their text selected,
 * after Tab has left them.
 */
export async function unfound(tab: Tab): Promise<string[]> {
  const lost: string[] = [];
  const count = await tab.evaluate<number>(`${FIELDS}.length`);
  for (let at = 0; at < count; at++) {
    await tab.reach(`${FIELDS}[${at}]`, "focus");
    await tab.press("Tab", "Control+f");
    if (!await tab.evaluate<boolean>(IN_FIELD)) {
      lost.push(
        await tab.evaluate<string>(`${FIELDS}[${at}]?.ariaLabel + ": " + document.activeElement.outerHTML`),
      );
    }
  }
  return lost;
}
