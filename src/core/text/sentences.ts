/** A message and what may follow it in one line: what has no end of a sentence gets one before the next begins. */
export function inOneLine(...parts: readonly (string | undefined)[]): string {
  const said = parts.filter((part) => part !== undefined && part !== "");
  return said.map((part, at) => at === said.length - 1 || /[.!?…:][)”"']?$/.test(part!) ? part : `${part}.`)
    .join(" ");
}
