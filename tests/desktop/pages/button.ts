/**
 * Returns an expression for the first button whose text begins with `words`; `within` is a
 * selector.
 */
export function button(words: string, within = ""): string {
  const buttons = `[...document.querySelectorAll(${JSON.stringify(`${within} button`)})]`;
  return `${buttons}.find((one) => one.innerText.trim().startsWith(${JSON.stringify(words)}))`;
}
