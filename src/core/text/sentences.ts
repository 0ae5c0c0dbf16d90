/** Returns a message without capital letter and full stop as a sentence. */
export function asSentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

/** Joins a message and its next step on one line. A message without closing punctuation gets a full stop. */
export function inOneLine(...parts: readonly (string | undefined)[]): string {
  const present = parts.filter((part) => part !== undefined && part !== "");
  return present.map((part, at) =>
    at === present.length - 1 || /[.!?…:][)”"']?$/.test(part!) ? part : `${part}.`
  )
    .join(" ");
}
