import type { Command } from "../../core/app/command.ts";
import type { MenuItem } from "../menu/mod.ts";
import type { TrayView } from "../view.ts";

/** A menu line in the helper program's form. */
interface HelperItem {
  readonly title: string;
  readonly tooltip: string;
  readonly checked: boolean;
  readonly enabled: boolean;
  readonly hidden: boolean;
  readonly items?: readonly HelperItem[];
  /** Number in reading order, from 1. The helper treats an unknown number as that of the first line. */
  readonly __id: number;
}

/** A menu in the helper's form, with the commands of its numbers. */
export interface HelperMenu {
  readonly items: readonly HelperItem[];
  /** Commands of the lines that can be clicked: enabled lines without a submenu. */
  readonly commands: ReadonlyMap<number, Command>;
  /** IDs and nesting of all lines. The helper cannot add or move lines, so another shape needs a new helper. */
  readonly shape: string;
}

/** The helper draws an item with this title as a separator. */
const SEPARATOR = "<SEPARATOR>";

/** Converts a menu to the helper's form on a system. */
export function toHelperMenu(menu: readonly MenuItem[], os: typeof Deno.build.os): HelperMenu {
  const commands = new Map<number, Command>();
  const shape: string[] = [];
  let last = 0;
  const translate = (item: MenuItem): HelperItem => {
    const id = ++last;
    const enabled = item.enabled !== false;
    shape.push(item.id);
    if (item.command && enabled && !item.items) commands.set(id, item.command);
    shape.push("(");
    // The helper adds every separator to the top level, even one of a submenu, so submenus get none.
    const items = item.items?.filter((child) => !child.separator).map(translate);
    shape.push(")");
    return {
      title: item.separator ? SEPARATOR : title(item, os),
      tooltip: "",
      checked: item.checked === true,
      enabled,
      hidden: false,
      ...(items ? { items } : {}),
      __id: id,
    };
  };
  const items = menu.map(translate);
  return { items, commands, shape: JSON.stringify(shape) };
}

/**
 * Returns the label of an item for the system's menus: mnemonics are escaped, and the shortcut and (on Linux)
 * the check mark become part of the text.
 */
export function title(item: MenuItem, os: typeof Deno.build.os): string {
  const check = os === "linux" && item.checked ? " ✓" : "";
  const shortcut = item.shortcut ? `  (${item.shortcut})` : "";
  const text = `${item.label}${shortcut}${check}`;
  // A label must not equal the helper's title of separators.
  if (text === SEPARATOR) return ` ${SEPARATOR}`;
  if (os === "windows") return text.replaceAll("&", "&&");
  return os === "linux" ? text.replaceAll("_", "__") : text;
}

/** Returns the first line for the helper: the icon and the whole menu. */
export function menuLine(view: TrayView, menu: HelperMenu, icon: string, template: boolean): string {
  return JSON.stringify({
    icon,
    title: "",
    tooltip: view.tooltip,
    items: menu.items,
    isTemplateIcon: template,
  });
}

/** Returns a line that changes the icon and its tooltip; the helper ignores menu items in it. */
export function iconLine(view: TrayView, icon: string, template: boolean): string {
  const menu = { icon, title: "", tooltip: view.tooltip, items: [], isTemplateIcon: template };
  return JSON.stringify({ type: "update-menu", menu });
}

/** Returns a line for each item that differs between two menus of the same shape. */
export function updateLines(before: HelperMenu, after: HelperMenu): string[] {
  const old = flat(before.items);
  return flat(after.items)
    .map(({ items: _, ...item }) => item)
    .filter((item, index) => {
      const { items: _, ...twin } = old[index]!;
      return JSON.stringify(item) !== JSON.stringify(twin);
    })
    .map((item) => JSON.stringify({ type: "update-item", item, seq_id: -1 }));
}

function flat(items: readonly HelperItem[]): HelperItem[] {
  return items.flatMap((item) => [item, ...flat(item.items ?? [])]);
}

/** Returns an event of the helper: it is ready, or a line was clicked. Returns null for any other line. */
export function parseEvent(line: string): { ready: true } | { clicked: number } | null {
  try {
    const event: unknown = JSON.parse(line);
    if (typeof event !== "object" || event === null || !("type" in event)) return null;
    if (event.type === "ready") return { ready: true };
    return event.type === "clicked" && "__id" in event && typeof event.__id === "number"
      ? { clicked: event.__id }
      : null;
  } catch {
    return null;
  }
}
