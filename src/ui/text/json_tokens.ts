/** A text, one of `{ } [ ] , :`, or a number or word. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]|[^\s[\]{},:"]+/g;

/**
 * Returns the tokens of a JSON document as they are written there, so that its numbers keep every digit, and
 * its repeated keys and their order stay. Null for other texts.
 */
export function jsonTokens(text: string): readonly string[] | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  return text.match(TOKEN);
}
