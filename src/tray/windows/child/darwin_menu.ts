import type { Objc } from "./objc.ts";

/**
 * Menu items for the keys of text editing and closing. On macOS such keys work only when a menu contains
 * them, even an invisible one.
 */
export const MENU_ITEMS: readonly {
  readonly title: string;
  readonly action: string;
  readonly key: string;
}[] = [
  { title: "Undo", action: "undo:", key: "z" },
  { title: "Redo", action: "redo:", key: "Z" },
  { title: "Cut", action: "cut:", key: "x" },
  { title: "Copy", action: "copy:", key: "c" },
  { title: "Paste", action: "paste:", key: "v" },
  { title: "Select all", action: "selectAll:", key: "a" },
  { title: "Close window", action: "performClose:", key: "w" },
];

/** Gives the application a main menu that contains an Edit menu. */
export function addEditMenu(objc: Objc, app: Deno.PointerValue): void {
  const bar = objc.send(objc.classNamed("NSMenu"), "new");
  const menu = objc.sendPointer(
    objc.send(objc.classNamed("NSMenu"), "alloc"),
    "initWithTitle:",
    objc.string("Edit"),
  );
  for (const { title, action, key } of MENU_ITEMS) {
    const selector = objc.selector(action);
    objc.sendPointers(
      menu,
      "addItemWithTitle:action:keyEquivalent:",
      objc.string(title),
      selector,
      objc.string(key),
    );
  }
  // macOS treats the first menu as the application menu, so an empty one comes first.
  for (const submenu of [objc.send(objc.classNamed("NSMenu"), "new"), menu]) {
    const item = objc.send(objc.classNamed("NSMenuItem"), "new");
    objc.sendPointer(item, "setSubmenu:", submenu);
    objc.sendPointer(bar, "addItem:", item);
  }
  objc.sendPointer(app, "setMainMenu:", bar);
}
