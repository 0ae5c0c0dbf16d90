/** Returns the expression for the first button below `within`, a selector, whose text contains `text`. */
export function buttonWith(text: string, within = ""): string {
  const [buttons, words] = [`${within} button`, text].map((one) => JSON.stringify(one));
  return `[...document.querySelectorAll(${buttons})].find((one) => one.innerText.includes(${words}))`;
}
