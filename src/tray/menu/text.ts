import type { MenuItem } from "./item.ts";

/** As many entries as a menu shows of one list; the rest is behind "More…". */
export const LONGEST_LIST = 20;

/** Longer labels are cut: a menu as wide as the screen cannot be read. Counted in UTF-16 units. */
const LONGEST_LABEL = 72;

/** Control characters, and those that change the direction of the text after them. */
const UNSHOWN = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]+/gu;

/** One line of readable text from what a configuration, a bundle or a script calls something. */
export function clean(text: string, longest = LONGEST_LABEL): string {
  const line = text.slice(0, 4 * longest).replace(UNSHOWN, " ").replace(/\s+/g, " ").trim();
  return line.length > longest ? `${line.slice(0, longest - 1).trimEnd().toWellFormed()}…` : line;
}

/** Breaks a sentence at spaces into lines that fit a menu, at most `most` of them. */
export function wrapped(text: string, width = 60, most = 5): string[] {
  const lines: string[] = [];
  for (const word of clean(text, width * most).split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  return lines.slice(0, most);
}

/** `123456789012` as `1234 5678 9012`, as people read it aloud. */
export function accountNumber(id: string): string {
  return /^\d{12}$/.test(id) ? id.replace(/(\d{4})(?=\d)/g, "$1 ") : clean(id, 20);
}

/** A count with its noun: `1 problem`, `2 problems`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * The first entries of a long list and a last one, "More…", that opens the palette with `filter` typed:
 * the palette finds entries by the heading they stand under and by their words.
 */
export function limited<T>(
  list: readonly T[],
  toItem: (entry: T) => MenuItem,
  more: { readonly id: string; readonly filter: string },
): MenuItem[] {
  if (list.length <= LONGEST_LIST) return list.map(toItem);
  return [
    ...list.slice(0, LONGEST_LIST).map(toItem),
    {
      id: `${more.id}:more`,
      label: `More… (${list.length - LONGEST_LIST})`,
      command: {
        name: "openWindow",
        page: "palette",
        params: { filter: more.filter },
      },
    },
  ];
}
