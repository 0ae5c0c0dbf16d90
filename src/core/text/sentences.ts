/** Joins a message and its next step on one line. A message without closing punctuation gets a full stop. */
export function inOneLine(...parts: readonly (string | undefined)[]): string {
  const present = parts.filter((part) => part !== undefined && part !== "");
  return present.map((part, at) =>
    at === present.length - 1 || /[.!?…:][)”"']?$/.test(part!) ? part : `${part}.`
  )
    .join(" ");
}
