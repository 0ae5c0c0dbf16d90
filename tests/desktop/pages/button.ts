/** An expression for the first button with these words, or with words that begin with them; `within` is a selector. */
export function button(words: string, within = ""): string {
  const buttons = `[...document.querySelectorAll(${JSON.stringify(`${within} button`)})]`;
  return `${buttons}.find((one) => one.innerText.trim().startsWith(${JSON.stringify(words)}))`;
}
