import { all, type Told } from "../harness/accessible.ts";

/** Roles of controls, each of which needs a name. */
const CONTROLS = new Set([
  ...["button", "link", "textbox", "searchbox", "combobox", "checkbox", "radio", "tab", "option", "listbox"],
  ...["menuitem", "treeitem", "tree", "slider", "spinbutton", "separator", "progressbar"],
]);

/** Allowed roles of children, by the role of the parent. */
const ITEMS: Readonly<Record<string, readonly string[]>> = {
  list: ["listitem"],
  // Headings between options have no role.
  listbox: ["option", "group", ""],
  tablist: ["tab"],
  radiogroup: ["radio", ""],
};

/** Returns mistakes in a page's accessibility tree; empty if there are none. */
export function stumbles(page: Told): string[] {
  const found: string[] = [];
  const objects = all(page);
  const say = (what: string, { role, name, text }: Told) => found.push(`${what}: ${role} “${name || text}”`);
  for (const one of objects) {
    const { role, name, states, children, attributes } = one;
    if (CONTROLS.has(role) && name.trim() === "") say("no name", one);
    // Words beside a label do not belong to the name of the field.
    if (role === "textbox" && / (required|yours|Reset)/.test(name)) {
      say("a name with what stands beside it", one);
    }
    const allowed = Object.hasOwn(ITEMS, role) ? ITEMS[role]! : null;
    for (const child of children) {
      if (allowed && !allowed.includes(child.role)) say(`${child.role || "something"} in a ${role}`, one);
    }
    if (role === "tablist" && children.filter((tab) => tab.states.has("selected")).length !== 1) {
      say("not one tab is chosen", one);
    }
    if ((role === "status" || role === "alert") && !attributes.has("live")) say("nobody is told of it", one);
    if (role === "listbox") {
      const options = all(one).filter((option) => option.role === "option");
      const chosen = options.filter((option) => option.states.has("selected"));
      if (options.length > 0 && chosen.length !== 1) say("not one option is chosen", one);
      // The option that arrow keys have reached must be reported as focused.
      if (chosen[0] && !chosen[0].states.has("focused") && objects.some(fieldOf)) say("no focus", chosen[0]);
    }
    if (role === "heading" && (name || one.text).trim() === "") say("a heading of nothing", one);
    if (states.has("focused") && role === "generic" && name === "") say("the focus is on nothing", one);
  }
  const headings = objects.filter(({ role, attributes }) =>
    role === "heading" && attributes.get("level") === "1"
  );
  if (headings.length !== 1) found.push(`${headings.length} main headings`);
  if (!objects.some(({ role }) => ["main", "dialog", "alertdialog"].includes(role))) {
    found.push("no landmark");
  }
  if (!objects.slice(1).some(({ states }) => states.has("focused"))) found.push("nothing has the focus");
  return found;
}

/** Whether the object is a field that keeps the focus while arrow keys move in a list below it. */
function fieldOf({ role, states }: Told): boolean {
  return role === "combobox" && states.has("expanded");
}
