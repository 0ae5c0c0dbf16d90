/** A position in a text. Line and column count from 1; `column` counts UTF-16 units, as editors do. */
interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * Returns the offset in `text` that is `characters` characters after `from`, but not after `to`. Servers
 * count characters, while offsets are in UTF-16 units.
 */
export function afterCharacters(text: string, from: number, to: number, characters: number): number {
  let at = from;
  for (let left = characters; left > 0 && at < to; left--) at += text.codePointAt(at)! > 0xffff ? 2 : 1;
  return at;
}

/**
 * Returns a function that turns an offset of `text` (in UTF-16 units) into its line and column. Lines end at
 * LF, CRLF or a lone CR. An offset after the end counts as the end.
 */
export function positions(text: string): (offset: number) => Position {
  const starts = [0];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 10 || (unit === 13 && text.charCodeAt(i + 1) !== 10)) starts.push(i + 1);
  }
  return (offset) => {
    const at = Math.max(0, Math.min(offset, text.length));
    let low = 0, high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= at) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: at - starts[low]! + 1 };
  };
}
