/**
 * Returns a text without these characters at its end. A pattern such as `/ +$/` takes the square of the time
 * where many of them stand elsewhere, because it looks for the end from each of them.
 */
export function trimmedEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}
