import type { Command } from "../../core/app/command.ts";
import { oneLine } from "../../core/text/outside.ts";

/** One line of the tray menu: its text, whether it can be clicked, and the command that a click sends. */
export interface MenuItem {
  /** Stable as long as the represented thing exists, and unique in the whole menu. */
  readonly id: string;
  /** Plain text, which adapters escape for their platform. Empty for a separator. */
  readonly label: string;
  /** Default true. */
  readonly enabled?: boolean;
  /** State of the check mark; without this field the line has none. */
  readonly checked?: boolean;
  readonly separator?: boolean;
  /**
   * Key combination shown beside the label, for example `Ctrl+Shift+K`, or the desktop's description of one
   * in any language.
   */
  readonly shortcut?: string;
  /** Command that a click sends. An item with a submenu has none. */
  readonly command?: Command;
  readonly items?: readonly MenuItem[];
}

/**
 * Returns a name from the configuration as part of an ID, with colons escaped because colons separate the
 * parts of an ID.
 */
export function inId(name: string): string {
  return name.replace(/[%:]/g, encodeURIComponent);
}

/** Returns a line that cannot be clicked. */
export function note(id: string, label: string): MenuItem {
  return { id, label, enabled: false };
}

/** Returns the lines of a text that cannot be clicked. */
export function notes(id: string, lines: readonly string[]): MenuItem[] {
  return lines.map((line, index) => note(`${id}:${index}`, line));
}

/** Returns a line whose click sends a command. */
export function commandItem(id: string, label: string, command: Command): MenuItem {
  return { id, label, command };
}

/** Returns a line whose click opens a page. */
export function pageItem(id: string, label: string, page: string, params?: Record<string, string>): MenuItem {
  return { id, label, command: { name: "openWindow", page, ...(params && { params }) } };
}

/** Returns a line between two groups. */
function separator(id: string): MenuItem {
  return { id, label: "", separator: true };
}

/** Joins groups with separators between them; empty groups are left out. */
export function grouped(id: string, groups: readonly (readonly MenuItem[])[]): MenuItem[] {
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => index === 0 ? group : [separator(`${id}:line:${group[0]!.id}`), ...group]);
}

/** Maximum number of entries that a menu shows of one list; "More…" leads to the others. */
export const MAX_LISTED = 20;

/** Maximum length of a label in UTF-16 units, because a menu as wide as the screen cannot be read. */
const MAX_LABEL_LENGTH = 72;

/** Returns a name from a configuration, bundle or script as one readable line of limited length. */
export const menuLabel = (text: string, longest = MAX_LABEL_LENGTH): string => oneLine(text, { longest });

/** Breaks a text at spaces into lines of about `width` characters; returns no more than `most` lines. */
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

/** Returns a count with its noun: `1 problem`, `2 problems`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * Returns the first entries of a long list and, if there are more, a last entry "More…" that opens the
 * palette with `filter` typed. The palette finds entries by their heading and their own words.
 */
export function limited<T>(
  list: readonly T[],
  toItem: (entry: T) => MenuItem,
  more: { readonly id: string; readonly filter: string },
): MenuItem[] {
  if (list.length <= MAX_LISTED) return list.map(toItem);
  const label = `More… (${list.length - MAX_LISTED})`;
  return [
    ...list.slice(0, MAX_LISTED).map(toItem),
    pageItem(`more:${more.id}`, label, "palette", { filter: more.filter }),
  ];
}
