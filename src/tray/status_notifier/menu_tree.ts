import { parseShortcut } from "../../core/config/mod.ts";
import { type Value, Variant } from "../../core/dbus/mod.ts";
import type { MenuItem } from "../menu/mod.ts";

/** A menu line in the form of com.canonical.dbusmenu. */
export interface MenuNode {
  readonly id: number;
  readonly item: MenuItem | null;
  readonly properties: Readonly<Record<string, Variant>>;
  readonly children: readonly MenuNode[];
}

/** Differences between two trees, in the form of the interface's signals. */
interface Difference {
  readonly changed: readonly (readonly [number, Readonly<Record<string, Variant>>])[];
  readonly removed: readonly (readonly [number, readonly string[]])[];
  /** Lines whose children or order of children changed. */
  readonly parents: readonly number[];
}

/**
 * Assigns numbers to the IDs of menu lines. A number is never used for a second ID, so that a late click
 * cannot hit another line.
 */
export class Numbers {
  readonly #known = new Map<string, number>();
  #last = 0;

  /**
   * Returns the number of a line. A line that gains or loses its submenu gets a new number, because panels
   * decide only once per number whether it has a submenu.
   */
  of(item: Pick<MenuItem, "id" | "items">): number {
    const key = keyOf(item);
    let number = this.#known.get(key);
    if (number === undefined) {
      number = ++this.#last;
      this.#known.set(key, number);
    }
    return number;
  }

  /** Forgets the IDs that are not in `tree`, so that the map does not grow without limit. */
  keepOnly(tree: MenuNode): void {
    const keys = new Set(walk(tree).map(({ item }) => item && keyOf(item)));
    for (const key of this.#known.keys()) if (!keys.has(key)) this.#known.delete(key);
  }
}

function keyOf({ id, items }: Pick<MenuItem, "id" | "items">): string {
  return items ? `submenu ${id}` : `line ${id}`;
}

/** Returns the tree of a menu; its root is line 0. */
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

/** Returns the properties of a line that differ from the interface's defaults. */
function properties(item: MenuItem): Record<string, Variant> {
  if (item.separator) return { type: new Variant("s", "separator") };
  const keys = item.shortcut ? shortcutKeys(item.shortcut) : null;
  // Keys that the interface cannot express are shown in the label.
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

/** Returns a label with doubled underscores, because a single underscore marks the letter to type. */
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

/**
 * Returns `Ctrl+Shift+K` in the interface's form (`Control`, `Shift`, `K`); null for a text that is not such
 * a combination.
 */
function shortcutKeys(text: string): string[] | null {
  const parsed = parseShortcut(text);
  if (!parsed.ok || !parsed.shortcut) return null;
  return [...parsed.shortcut.modifiers.map((modifier) => MODIFIERS[modifier]), parsed.shortcut.key];
}

/** Returns all nodes of the tree, the root first. */
export function walk(tree: MenuNode): MenuNode[] {
  return [tree, ...tree.children.flatMap(walk)];
}

/** Returns the changes that turn a menu showing `before` into `after`. */
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
 * Returns `after` with the top level of `before`: the same lines in the same order, each with its new content
 * if it still exists. A host shows these changes without closing an open menu.
 */
export function keepTopLevel(before: MenuNode, after: MenuNode): MenuNode {
  const fresh = new Map(after.children.map((child) => [child.id, child]));
  return { ...after, children: before.children.map((child) => fresh.get(child.id) ?? child) };
}

/** Returns the layout of `node` down to `depth` levels (-1 for all), as (ia{sv}av). */
export function layout(node: MenuNode, depth: number, names: readonly string[]): Value {
  const children = depth === 0
    ? []
    : node.children.map((child) =>
      new Variant("(ia{sv}av)", layout(child, depth < 0 ? -1 : depth - 1, names))
    );
  return [node.id, wanted(node, names), children];
}

/** Returns the requested properties of `node`; no names request all. */
export function wanted(node: MenuNode, names: readonly string[]): Value {
  const all = Object.entries(node.properties);
  return names.length === 0 ? all : all.filter(([name]) => names.includes(name));
}

function same(a: Variant | undefined, b: Variant): boolean {
  return a !== undefined && a.signature === b.signature &&
    JSON.stringify(a.value) === JSON.stringify(b.value);
}
