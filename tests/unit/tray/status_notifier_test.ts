import assert from "node:assert/strict";
import type { MenuItem } from "../../../src/tray/menu/mod.ts";
import {
  compare,
  keepTopLevel,
  layout,
  type MenuNode,
  mnemonicFree,
  Numbers,
  toTree,
  walk,
} from "../../../src/tray/status_notifier/menu_tree.ts";

const item = (id: string, parts: Partial<MenuItem> = {}): MenuItem => ({ id, label: id, ...parts });
const numbers = new Numbers();
const tree = (...items: MenuItem[]) => toTree(items, numbers);
const number = (id: string, items?: MenuItem[]) => numbers.of({ id, ...(items ? { items } : {}) });
const labels = (node: MenuNode) => node.children.map((child) => child.properties.label?.value);

Deno.test("toTree() says only what differs from the interface's defaults", () => {
  const [plain, off, line, checked, parent, keys, words] = tree(
    item("a"),
    item("b", { enabled: false }),
    item("c", { separator: true }),
    item("d", { checked: true }),
    item("e", { items: [item("f")] }),
    item("g", { shortcut: "CmdOrCtrl+Alt+F5" }),
    item("h", { shortcut: "Meta+Leertaste" }),
  ).children.map((node) => Object.entries(node.properties).map(([name, { value }]) => [name, value]));
  assert.deepEqual(plain, [["label", "a"]]);
  assert.deepEqual(off, [["label", "b"], ["enabled", false]]);
  assert.deepEqual(line, [["type", "separator"]]);
  assert.deepEqual(checked, [["label", "d"], ["toggle-type", "checkmark"], ["toggle-state", 1]]);
  assert.deepEqual(parent, [["label", "e"], ["children-display", "submenu"]]);
  assert.deepEqual(keys, [["label", "g"], ["shortcut", [["Control", "Alt", "F5"]]]]);
  assert.deepEqual(words, [["label", "h  (Meta+Leertaste)"]]);
});

Deno.test("mnemonicFree() keeps underscores from becoming keys", () => {
  assert.equal(mnemonicFree("legacy_shop__db"), "legacy__shop____db");
});

Deno.test("compare() finds nothing between equal menus", () => {
  const menu = () => tree(item("a"), item("b", { items: [item("c")] }));
  assert.deepEqual(compare(menu(), menu()), { changed: [], removed: [], parents: [] });
});

Deno.test("compare() finds new words, lost properties, and where lines came or went", () => {
  const before = tree(item("a"), item("b", { enabled: false }), item("p", { items: [item("c"), item("d")] }));
  const after = tree(item("a", { label: "A" }), item("b"), item("p", { items: [item("d"), item("c")] }));
  const { changed, removed, parents } = compare(before, after);
  assert.deepEqual(changed.map(([id, { label }]) => [id, label?.value]), [[number("a"), "A"]]);
  assert.deepEqual(removed, [[number("b"), ["enabled"]]]);
  assert.deepEqual(parents, [number("p", [])]);
  assert.deepEqual(compare(before, tree(item("a"))).parents, [0]);
});

Deno.test("keepTopLevel() shows new words and new submenus, but the same lines on top", () => {
  const before = tree(item("gone"), item("p", { items: [item("c")] }));
  const after = tree(item("new"), item("p", { label: "P", items: [item("c"), item("d")] }));
  const kept = keepTopLevel(before, after);
  assert.deepEqual(labels(kept), ["gone", "P"]);
  assert.deepEqual(labels(kept.children[1]!), ["c", "d"]);
  assert.equal(compare(before, kept).parents.includes(0), false);
});

Deno.test("Numbers never gives the number of a line that went to another", () => {
  const own = new Numbers();
  const first = toTree([item("a"), item("b")], own);
  own.keepOnly(toTree([item("b")], own));
  const later = toTree([item("c"), item("b"), item("a")], own);
  const used = walk(first).map((node) => node.id);
  assert.equal(later.children[1]?.id, first.children[1]?.id);
  assert.equal(used.includes(later.children[0]!.id), false);
  assert.equal(used.includes(later.children[2]!.id), false);
});

Deno.test("compare() makes panels lay out again where a line gets a submenu", () => {
  const before = tree(item("p", { items: [item("deploy")] }));
  const after = tree(item("p", { items: [item("deploy", { items: [item("stop")] })] }));
  assert.deepEqual(compare(before, after).parents, [number("p", [])]);
  assert.deepEqual(compare(after, before).parents, [number("p", [])]);
});

Deno.test("layout() honours depth and the named properties", () => {
  const whole = tree(item("p", { enabled: false, items: [item("c")] }));
  const depth = (value: unknown): number => {
    const [, , children] = value as [number, unknown, { value: unknown }[]];
    return children.length === 0 ? 0 : 1 + depth(children[0]!.value);
  };
  assert.deepEqual([-1, 0, 1, 2].map((levels) => depth(layout(whole, levels, []))), [2, 0, 1, 2]);
  const [, , [child]] = layout(whole, 1, ["enabled"]) as [number, unknown, { value: [number, unknown[]] }[]];
  assert.equal(child!.value[1].length, 1);
});
