import type { Command } from "../../core/app/command.ts";

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
  /** Key combination shown beside the label, for example `Ctrl+Shift+K`. */
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
