import { type Bus, dictionary, ownerChanges, type Served, type Value } from "../../core/dbus/mod.ts";
import type { Command } from "../../core/app/command.ts";
import type { MenuItem } from "../menu/mod.ts";
import { compare, keepTopLevel, layout, type MenuNode, Numbers, toTree, walk, wanted } from "./menu_tree.ts";

/** Object path of the menu. */
export const MENU_PATH = "/MenuBar";

const INTERFACE = "com.canonical.dbusmenu";

/**
 * How long a menu counts as open without a report of its host, in ms, so that a host that never reports
 * closing does not block changes.
 */
const MAX_OPEN = 60_000;

/** The menu as an object on the bus: serves the layout, signals changes and receives clicks. */
export class MenuObject {
  readonly #numbers = new Numbers();
  #tree: MenuNode = toTree([], this.#numbers);
  /** The newest menu, which waits while an open menu must keep its top level; null when none waits. */
  #pending: MenuNode | null = null;
  #revision = 1;
  #bus: Bus | null = null;
  /** Hosts whose end is watched, because a host that has gone no longer reports that it closed the menu. */
  readonly #watched = new Set<string>();
  #openedBy = "";
  #openTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly onCommand: (command: Command) => void) {}

  /** Serves the menu on `bus`. */
  serve(bus: Bus): void {
    this.#bus = bus;
    this.#watched.clear();
    this.#closed();
    bus.serve(MENU_PATH, [this.#surface()]);
  }

  /** Stops sending changes. */
  withdraw(): void {
    this.#bus = null;
    this.#closed();
  }

  /** Shows another menu, and signals only what differs. */
  show(items: readonly MenuItem[]): void {
    const tree = toTree(items, this.#numbers);
    // A change of the top level makes hosts close the menu while the user is looking at it.
    const next = this.#openTimer === undefined ? tree : keepTopLevel(this.#tree, tree);
    this.#pending = compare(next, tree).parents.includes(0) ? tree : null;
    this.#replace(next);
  }

  #replace(tree: MenuNode): void {
    const { changed, removed, parents } = compare(this.#tree, tree);
    this.#tree = tree;
    if (this.#pending === null) this.#numbers.keepOnly(tree);
    if (changed.length + removed.length > 0) {
      const body: Value[] = [changed.map(([id, values]) => [id, dictionary(values)]), removed];
      this.#bus?.emit(MENU_PATH, INTERFACE, "ItemsPropertiesUpdated", "a(ia{sv})a(ias)", body);
    }
    if (parents.length === 0) return;
    this.#revision++;
    for (const parent of parents.includes(0) ? [0] : parents) {
      this.#bus?.emit(MENU_PATH, INTERFACE, "LayoutUpdated", "ui", [this.#revision, parent]);
    }
  }

  #opened(host: string): void {
    clearTimeout(this.#openTimer);
    this.#openTimer = setTimeout(() => this.#closed(), MAX_OPEN);
    Deno.unrefTimer(this.#openTimer);
    this.#openedBy = host;
    if (this.#watched.has(host)) return;
    this.#watched.add(host);
    const listening = this.#bus?.listen(ownerChanges(host), ([, , owner]) => {
      if (owner !== "") return;
      if (this.#openedBy === host) this.#closed();
      this.#watched.delete(host);
      void listening?.then((end) => end());
    });
    listening?.catch(() => this.#watched.delete(host));
  }

  /** Marks the menu as closed and shows the waiting menu. Returns whether one was waiting. */
  #closed(): boolean {
    clearTimeout(this.#openTimer);
    this.#openTimer = undefined;
    const pending = this.#pending;
    this.#pending = null;
    if (pending) this.#replace(pending);
    return pending !== null;
  }

  #find(id: Value | undefined): MenuNode {
    const node = walk(this.#tree).find((candidate) => candidate.id === id);
    if (!node) throw new Error(`${id} does not refer to a menu item`);
    return node;
  }

  /** Handles an event of a host. Hosts also report clicks on disabled lines and on parents, which have no effect. */
  #event(id: Value | undefined, name: Value | undefined, host: string): void {
    const { item, children } = this.#find(id);
    if (id === 0 && name === "opened") this.#opened(host);
    if (id === 0 && name === "closed") this.#closed();
    if (name !== "clicked" || !item?.command || item.enabled === false || children.length > 0) return;
    this.#closed();
    const { command } = item;
    // The host gets its answer first, because the command may quit Kedge and close its connection.
    setTimeout(() => this.onCommand(command));
  }

  /** Returns true when the host must fetch the layout again. */
  #aboutToShow(id: Value | undefined): boolean {
    this.#find(id);
    return id === 0 && this.#closed();
  }

  #surface(): Served {
    const names = (value: Value | undefined) => (value as readonly string[] | undefined) ?? [];
    return {
      name: INTERFACE,
      properties: {
        Version: { signature: "u", get: () => 3 },
        TextDirection: { signature: "s", get: () => "ltr" },
        Status: { signature: "s", get: () => "normal" },
        IconThemePath: { signature: "as", get: () => [] },
      },
      signals: {
        ItemsPropertiesUpdated: "a(ia{sv})a(ias)",
        LayoutUpdated: "ui",
        ItemActivationRequested: "iu",
      },
      methods: {
        GetLayout: {
          input: "iias",
          output: "u(ia{sv}av)",
          call: ([id, depth, only]) => [this.#revision, layout(this.#find(id), Number(depth), names(only))],
        },
        GetGroupProperties: {
          input: "aias",
          output: "a(ia{sv})",
          call: ([ids, only]) => {
            const asked = ids as readonly number[];
            const nodes = walk(this.#tree).filter((node) => asked.length === 0 || asked.includes(node.id));
            return [nodes.map((node) => [node.id, wanted(node, names(only))])];
          },
        },
        GetProperty: {
          input: "is",
          output: "v",
          call: ([id, name]) => {
            const value = this.#find(id).properties[String(name)];
            if (!value) throw new Error(`menu item ${id} has no property ${name}`);
            return [value];
          },
        },
        Event: {
          input: "isvu",
          output: "",
          call: ([id, name], host) => {
            this.#event(id, name, host);
            return [];
          },
        },
        EventGroup: {
          input: "a(isvu)",
          output: "ai",
          call: ([events], host) => [
            (events as readonly (readonly Value[])[]).flatMap(([id, name]) => {
              try {
                this.#event(id, name, host);
                return [];
              } catch {
                return [id!];
              }
            }),
          ],
        },
        AboutToShow: { input: "i", output: "b", call: ([id]) => [this.#aboutToShow(id)] },
        AboutToShowGroup: {
          input: "ai",
          output: "aiai",
          call: ([ids]) => {
            const update: Value[] = [], unknown: Value[] = [];
            for (const id of ids as readonly number[]) {
              try {
                if (this.#aboutToShow(id)) update.push(id);
              } catch {
                unknown.push(id);
              }
            }
            return [update, unknown];
          },
        },
      },
    };
  }
}
