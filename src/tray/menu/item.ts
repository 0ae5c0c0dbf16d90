import type { Command } from "../../core/app/command.ts";
import { oneLine } from "../../core/text/outside.ts";

/** One line of the tray menu: what it says, whether it can be clicked, and what a click asks for. */
export interface MenuItem {
  /** Stable as long as the thing it stands for exists, and unique in the whole menu. */
  readonly id: string;
  /** Plain text; adapters escape what their platform would interpret. Empty for a separator. */
  readonly label: string;
  /** Default true. */
  readonly enabled?: boolean;
  /** Present: the line has a check mark, set or not. */
  readonly checked?: boolean;
  readonly separator?: boolean;
  /** Key combination shown beside the label, for example `Ctrl+Shift+K`; a desktop's own words for one may be of any language. */
  readonly shortcut?: string;
  /** What a click asks of the application. A parent has none. */
  readonly command?: Command;
  readonly items?: readonly MenuItem[];
}

/** A name from the configuration as part of an id: a colon in it is told from those between the parts. */
export function inId(name: string): string {
  return name.replace(/[%:]/g, encodeURIComponent);
}

/** A line that only tells something. */
export function note(id: string, label: string): MenuItem {
  return { id, label, enabled: false };
}

/** A line between groups. */
function separator(id: string): MenuItem {
  return { id, label: "", separator: true };
}

/** Puts a separator between the groups that have anything in them. */
export function grouped(id: string, groups: readonly (readonly MenuItem[])[]): MenuItem[] {
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => index === 0 ? group : [separator(`${id}:line:${group[0]!.id}`), ...group]);
}

/** As many entries as a menu shows of one list; the rest is behind "More…". */
export const LONGEST_LIST = 20;

/** Longer labels are cut: a menu as wide as the screen cannot be read. Counted in UTF-16 units. */
const LONGEST_LABEL = 72;

/** One line of readable text from what a configuration, a bundle or a script calls something. */
export const menuLabel = (text: string, longest = LONGEST_LABEL): string => oneLine(text, { longest });

/** Breaks a sentence at spaces into lines that fit a menu, at most `most` of them. */
export function wrappedLines(text: string, width = 60, most = 5): string[] {
  const lines: string[] = [];
  for (const word of menuLabel(text, width * most).split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  return lines.slice(0, most);
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
      id: `more:${more.id}`,
      label: `More… (${list.length - LONGEST_LIST})`,
      command: {
        name: "openWindow",
        page: "palette",
        params: { filter: more.filter },
      },
    },
  ];
}
