import type { Tab } from "../browser/mod.ts";

/** Script expression for what the editor consists of. */
export const EDITOR = "document.querySelector('.query-code').shadowRoot";

/** Script expression for the element with the editor's text. */
export const CONTENT = `${EDITOR}.querySelector('.cm-content')`;

/** Script expression for the list of names that are offered in the editor. */
export const NAMES = `${EDITOR}.querySelector('.cm-tooltip-autocomplete')`;

/** Waits until the editor has this text. */
export const editorHas = (tab: Tab, text: string): Promise<void> =>
  tab.until(`${EDITOR}.textContent.includes(${JSON.stringify(text)})`);

/** Returns the editor's text. */
export const editorText = (tab: Tab): Promise<string> => tab.evaluate<string>(`${CONTENT}.innerText`);

/** Replaces the editor's text. */
export async function write(tab: Tab, text: string): Promise<void> {
  await tab.reach(`${CONTENT}`, "focus");
  await tab.press("Control+a", "Delete");
  await tab.type(text);
  await tab.until(`${CONTENT}.innerText.includes(${JSON.stringify(text.slice(-12))})`);
  // The list of names may have opened above the editor.
  await tab.press("Escape");
}

/** Waits until the window shows a text. */
export const shows = (tab: Tab, text: string): Promise<void> =>
  tab.until(`document.shownText.includes(${JSON.stringify(text)})`);

/** Returns the visible cells, row by row. */
export const cells = (tab: Tab): Promise<string[]> =>
  tab.evaluate<string[]>("[...document.querySelectorAll('.cell')].map((cell) => cell.innerText)");

/** Waits until a visible cell has this text. */
export const showsCell = (tab: Tab, text: string): Promise<void> =>
  tab.until(
    `[...document.querySelectorAll('.cell')].some((cell) => cell.innerText === ${JSON.stringify(text)})`,
  );

/** Presses the button, or picks the item of an open menu, with this text. */
export const press = (tab: Tab, text: string): Promise<void> =>
  tab.reach(
    `[...document.querySelectorAll('button, [role=menuitem]')].find((one) => one.innerText.trim().startsWith(${
      JSON.stringify(text)
    }))`,
  );
