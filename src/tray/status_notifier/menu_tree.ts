import { parseShortcut } from "../../core/config/mod.ts";
import { type Value, Variant } from "../../core/dbus/mod.ts";
import type { MenuItem } from "../menu/mod.ts";

/** A menu line as com.canonical.dbusmenu tells it. */
export interface MenuNode {
  readonly id: number;
  readonly item: MenuItem | null;
  readonly properties: Readonly<Record<string, Variant>>;
  readonly children: readonly MenuNode[];
}

/** What differs between two trees, as the interface's signals want it. */
interface Difference {
  readonly changed: readonly (readonly [number, Readonly<Record<string, Variant>>])[];
  readonly removed: readonly (readonly [number, readonly string[]])[];
  /** Lines whose children are others, or in another order, than before. */
  readonly parents: readonly number[];
}

/** Gives numbers to the menu's ids. A number is never used for a second id: a late click hits nothing else. */
export class Numbers {
  readonly #known = new Map<string, number>();
  #last = 0;

  /** A line that gets a submenu, or loses it, is another line: panels decide that once for each number. */
  of(item: Pick<MenuItem, "id" | "items">): number {
    const key = keyOf(item);
    let number = this.#known.get(key);
    if (number === undefined) {
      number = ++this.#last;
      this.#known.set(key, number);
    }
    return number;
  }

  /** Forgets the ids that `tree` does not have, so that memory follows the menu. */
  keepOnly(tree: MenuNode): void {
    const keys = new Set(walk(tree).map(({ item }) => item && keyOf(item)));
    for (const key of this.#known.keys()) if (!keys.has(key)) this.#known.delete(key);
  }
}

function keyOf({ id, items }: Pick<MenuItem, "id" | "items">): string {
  return items ? `submenu ${id}` : `line ${id}`;
}

/** The tree of a menu; its root is line 0. */
export function toTree(items: readonly MenuItem[], numbers: Numbers): MenuNode {
  const node = (item: MenuItem): MenuNode => ({
    id: numbers.of(item),
    item,
    properties: properties(item),
    children: (item.items ?? []).map(node),
  });
  return {
    id: 0,
    item: null,
    properties: { "children-display": new Variant("s", "submenu") },
    children: items.map(node),
  };
}

/** Only what differs from the interface's defaults. */
function properties(item: MenuItem): Record<string, Variant> {
  if (item.separator) return { type: new Variant("s", "separator") };
  const keys = item.shortcut ? shortcutKeys(item.shortcut) : null;
  // What cannot be told key by key stands in the text.
  const label = item.shortcut && !keys ? `${item.label}  (${item.shortcut})` : item.label;
  return {
    label: new Variant("s", mnemonicFree(label)),
    ...(item.enabled === false ? { enabled: new Variant("b", false) } : {}),
    ...(item.items ? { "children-display": new Variant("s", "submenu") } : {}),
    ...(item.checked === undefined ? {} : {
      "toggle-type": new Variant("s", "checkmark"),
      "toggle-state": new Variant("i", item.checked ? 1 : 0),
    }),
    ...(keys ? { shortcut: new Variant("aas", [keys]) } : {}),
  };
}

/** An underscore marks the letter to type; a doubled one is an underscore. */
export function mnemonicFree(label: string): string {
  return label.replaceAll("_", "__");
}

const MODIFIERS = {
  cmdOrCtrl: "Control",
  ctrl: "Control",
  alt: "Alt",
  shift: "Shift",
  super: "Super",
} as const;

/** `Ctrl+Shift+K` in the interface's words: `Control`, `Shift`, `K`; null for what is written otherwise. */
function shortcutKeys(text: string): string[] | null {
  const parsed = parseShortcut(text);
  if (!parsed.ok || !parsed.shortcut) return null;
  return [...parsed.shortcut.modifiers.map((modifier) => MODIFIERS[modifier]), parsed.shortcut.key];
}

/** Every node of the tree, the root first. */
export function walk(tree: MenuNode): MenuNode[] {
  return [tree, ...tree.children.flatMap(walk)];
}

/** What a menu that shows `before` must be told to show `after`. */
export function compare(before: MenuNode, after: MenuNode): Difference {
  const changed: [number, Record<string, Variant>][] = [];
  const removed: [number, string[]][] = [];
  const parents: number[] = [];
  const visit = (old: MenuNode, now: MenuNode) => {
    const differing = Object.entries(now.properties).filter(([name, value]) =>
      !same(old.properties[name], value)
    );
    if (differing.length > 0) changed.push([now.id, Object.fromEntries(differing)]);
    const gone = Object.keys(old.properties).filter((name) => !(name in now.properties));
    if (gone.length > 0) removed.push([now.id, gone]);
    if (old.children.map((child) => child.id).join() !== now.children.map((child) => child.id).join()) {
      parents.push(now.id);
    }
    const known = new Map(old.children.map((child) => [child.id, child]));
    for (const child of now.children) {
      const twin = known.get(child.id);
      if (twin) visit(twin, child);
    }
  };
  visit(before, after);
  return { changed, removed, parents };
}

/**
 * `after` with the top level of `before`: same lines in the same order, each with its new content where
 * it still exists. What an open menu can show without being closed by its host.
 */
export function keepTopLevel(before: MenuNode, after: MenuNode): MenuNode {
  const fresh = new Map(after.children.map((child) => [child.id, child]));
  return { ...after, children: before.children.map((child) => fresh.get(child.id) ?? child) };
}

/** The layout of `node` down to `depth` levels (-1: all), as (ia{sv}av). */
export function layout(node: MenuNode, depth: number, names: readonly string[]): Value {
  const children = depth === 0
    ? []
    : node.children.map((child) =>
      new Variant("(ia{sv}av)", layout(child, depth < 0 ? -1 : depth - 1, names))
    );
  return [node.id, wanted(node, names), children];
}

/** The properties of `node` that are asked for; none named means all. */
export function wanted(node: MenuNode, names: readonly string[]): Value {
  const all = Object.entries(node.properties);
  return names.length === 0 ? all : all.filter(([name]) => names.includes(name));
}

function same(a: Variant | undefined, b: Variant): boolean {
  return a !== undefined && a.signature === b.signature &&
    JSON.stringify(a.value) === JSON.stringify(b.value);
}
