import type { Command } from "../../core/app/command.ts";
import type { MenuItem } from "../menu/mod.ts";
import type { TrayView } from "../view.ts";

/** A menu line as the helper program reads it. */
interface HelperItem {
  readonly title: string;
  readonly tooltip: string;
  readonly checked: boolean;
  readonly enabled: boolean;
  readonly hidden: boolean;
  readonly items?: readonly HelperItem[];
  /** Counts from 1 in reading order. The helper takes a number it does not know for the first line's. */
  readonly __id: number;
}

/** A menu ready for the helper, and what its numbers stand for. */
export interface HelperMenu {
  readonly items: readonly HelperItem[];
  /** Commands of the lines that may be clicked: enabled, and no parents. */
  readonly commands: ReadonlyMap<number, Command>;
  /** Which lines there are, and where. The helper cannot add or move lines: another shape needs a new one. */
  readonly shape: string;
}

/** The helper draws a line for an item of this title. */
const SEPARATOR = "<SEPARATOR>";

/** Translates the menu for the helper on the given system. */
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
    // The helper puts every line between groups into the top level, wherever it is asked for.
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

/** The label as the system's menus want it: mnemonics escaped, and what they cannot show put into the text. */
export function title(item: MenuItem, os: typeof Deno.build.os): string {
  const check = os === "linux" && item.checked ? " ✓" : "";
  const shortcut = item.shortcut ? `  (${item.shortcut})` : "";
  const text = `${item.label}${shortcut}${check}`;
  // A label must not read as the helper's own word for a line.
  if (text === SEPARATOR) return ` ${SEPARATOR}`;
  if (os === "windows") return text.replaceAll("&", "&&");
  return os === "linux" ? text.replaceAll("_", "__") : text;
}

/** The first line the helper reads: the icon and the whole menu. */
export function menuLine(view: TrayView, menu: HelperMenu, icon: string, template: boolean): string {
  return JSON.stringify({
    icon,
    title: "",
    tooltip: view.tooltip,
    items: menu.items,
    isTemplateIcon: template,
  });
}

/** Changes the icon and its text; the helper ignores lines here. */
export function iconLine(view: TrayView, icon: string, template: boolean): string {
  const menu = { icon, title: "", tooltip: view.tooltip, items: [], isTemplateIcon: template };
  return JSON.stringify({ type: "update-menu", menu });
}

/** One line for each item that differs between two menus of the same shape. */
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

/** What the helper says: that it is ready, or which line was clicked. Anything else is null. */
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
