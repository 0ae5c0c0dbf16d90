/**
 * Returns the width of a line in terminal columns. East Asian letters and pictures take two columns,
 * combining marks none.
 */
export function widthOf(line: string): number {
  if (PLAIN.test(line)) return line.length;
  const { characters, wide } = unicode();
  let width = 0;
  for (const { segment } of characters.segment(line)) width += wide.test(segment) ? 2 : 1;
  return width;
}

const PLAIN = /^[ -~]*$/;

/** Created when needed, because Unicode classes would take half a millisecond of every start. */
function unicode() {
  return made ??= {
    characters: new Intl.Segmenter(),
    // Blocks that Unicode calls wide or of full width, and pictures.
    wide: new RegExp(
      String
        .raw`^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18d08}\u{1aff0}-\u{1b2fb}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Emoji}\ufe0f)`,
      "u",
    ),
  };
}
let made: { characters: Intl.Segmenter; wide: RegExp } | undefined;

/** Returns the line padded with spaces to a width; spaces at the start align numbers to the right. */
export function padded(line: string, width: number, at: "end" | "start" = "end"): string {
  const space = " ".repeat(Math.max(0, width - widthOf(line)));
  return at === "end" ? line + space : space + line;
}

/** Returns the line, or its beginning with `…` when it is wider than `width`. */
export function cutTo(line: string, width: number): string {
  if (widthOf(line) <= width) return line;
  if (PLAIN.test(line)) return `${line.slice(0, width - 1)}…`;
  let end = 0, taken = 1;
  for (const { segment } of unicode().characters.segment(line)) {
    taken += widthOf(segment);
    if (taken > width) break;
    end += segment.length;
  }
  return `${line.slice(0, end)}…`;
}

/** Returns rows of cells as lines with aligned columns; the last cell of a row may have any length. */
export function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.slice(0, -1).forEach((cell, at) => widths[at] = Math.max(widths[at] ?? 0, widthOf(cell)));
  }
  return rows.map((row) =>
    row.map((cell, at) => at === row.length - 1 ? cell : padded(cell, widths[at]!)).join("  ").trimEnd()
  );
}
