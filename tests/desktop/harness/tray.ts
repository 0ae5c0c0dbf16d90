import { type Bus, connectBus, type Value, Variant } from "../../../src/core/dbus/mod.ts";
import { waitFor } from "./wait.ts";

/** A registered tray icon: its owner on the bus, and the paths of its item and menu. */
export interface TrayItem {
  readonly owner: string;
  readonly path: string;
  readonly menu: string;
}

/** An item of a tray menu, as its D-Bus interface describes it. */
export interface MenuNode {
  readonly id: number;
  /** Label without mnemonic underscores; empty for a separator. */
  readonly label: string;
  readonly enabled: boolean;
  readonly visible: boolean;
  readonly separator: boolean;
  /** 1 for checked, 0 for unchecked, -1 for no check mark. */
  readonly toggle: number;
  /** Keys beside the label, `Control+Shift+K`; empty for none. */
  readonly keys: string;
  readonly children: readonly MenuNode[];
}

/** The tray as other programs see it, read and clicked over D-Bus. */
export interface Tray {
  /** Returns every registered icon; none without a panel, which keeps the list. */
  items(): Promise<TrayItem[]>;
  /** Waits for the only registered icon. */
  item(deadline?: number): Promise<TrayItem>;
  /** Returns the whole menu of `item`, by default of the only icon. */
  menu(item?: TrayItem): Promise<MenuNode>;
  /** Returns the menu as text, one line per item, indented by depth, for comparisons and error messages. */
  menuText(item?: TrayItem): Promise<string>;
  /** Finds an item by the labels on the path to it; a label may end in `…*` for "starts with". */
  find(labels: readonly string[], item?: TrayItem): Promise<MenuNode>;
  /** Waits for the item at the end of the labels, and clicks it. */
  click(labels: readonly string[], item?: TrayItem): Promise<void>;
  /** Sends a raw menu event, even for IDs and states that a real panel would not click. */
  event(id: number, name: "clicked" | "opened" | "closed" | "hovered", item?: TrayItem): Promise<void>;
  /** Sends a left click, as panels do. */
  activate(item?: TrayItem): Promise<void>;
  /** Returns a property of the icon. */
  property(name: string, item?: TrayItem): Promise<Value>;
  /** Closes the connection to the bus; the next call opens another one. */
  close(): void;
}

const WATCHER = "org.kde.StatusNotifierWatcher";

/** Returns the tray on the bus of `env`. */
export function trayOn(env: Record<string, string>): Tray {
  let bus: Promise<Bus> | null = null;
  const close = () => {
    bus?.then((open) => open.close(), () => {});
    bus = null;
  };
  async function call(
    destination: string,
    path: string,
    surface: string,
    member: string,
    signature: string,
    ...body: Value[]
  ): Promise<readonly Value[]> {
    try {
      const open = await (bus ??= connectBus(env.DBUS_SESSION_BUS_ADDRESS!));
      return await open.call({ destination, path, interface: surface, member, signature, body }, PATIENCE);
    } catch (error) {
      close();
      throw error;
    }
  }
  async function get(owner: string, path: string, surface: string, name: string): Promise<Value> {
    const [value] = await call(owner, path, "org.freedesktop.DBus.Properties", "Get", "ss", surface, name);
    return plain(value!);
  }

  const tray: Tray = {
    async items() {
      const names = await get(WATCHER, "/StatusNotifierWatcher", WATCHER, "RegisteredStatusNotifierItems");
      return await Promise.all((names as string[]).map(async (name) => {
        const slash = name.indexOf("/");
        const owner = slash < 0 ? name : name.slice(0, slash);
        const path = slash < 0 ? "/StatusNotifierItem" : name.slice(slash);
        const menu = await get(owner, path, "org.kde.StatusNotifierItem", "Menu");
        return { owner, path, menu: String(menu) };
      }));
    },
    item(deadline) {
      return waitFor("the tray icon", async () => (await tray.items())[0] ?? null, deadline);
    },
    async menu(item) {
      const { owner, menu } = item ?? await tray.item();
      const [, node] = await call(owner, menu, "com.canonical.dbusmenu", "GetLayout", "iias", 0, -1, []);
      return toNode(node as RawNode);
    },
    async menuText(item) {
      const lines = (node: MenuNode, depth: number): string[] =>
        node.children.filter((child) => child.visible).flatMap((child) => [
          "  ".repeat(depth) + (child.separator ? "---" : child.label) +
          (child.enabled ? "" : " (off)") + (child.toggle === 1 ? " (on)" : ""),
          ...lines(child, depth + 1),
        ]);
      return lines(await tray.menu(item), 0).join("\n");
    },
    async find(labels, item) {
      let node = await tray.menu(item);
      for (const label of labels) {
        const matches = (text: string) =>
          label.endsWith("…*") ? text.startsWith(label.slice(0, -2)) : text === label;
        const next = node.children.find((child) => child.visible && matches(child.label));
        if (!next) {
          const there = node.children.filter((child) => child.visible).map((child) => child.label).join(
            " | ",
          );
          throw new Error(`no "${label}" in the tray menu among: ${there}`);
        }
        node = next;
      }
      return node;
    },
    async click(labels, item) {
      for (;;) {
        const [id, at] = await waitFor(`menu item ${labels.join(" > ")}`, async () => {
          // The icon may be replaced at any moment, and IDs of the old menu mean other items in the
          // new one.
          const at = item ?? await tray.item();
          return [(await tray.find(labels, at)).id, at] as const;
        });
        try {
          return await tray.event(id, "clicked", at);
        } catch (error) {
          // Quit ends the program of the icon, perhaps before it has answered.
          if (String(error).includes("disconnected from message bus without replying")) return;
          // The menu or the icon has changed since it was read, so look again.
          if (!/does not refer to a menu item|was not provided by any/.test(String(error))) throw error;
        }
      }
    },
    async event(id, name, item) {
      const { owner, menu } = item ?? await tray.item();
      const nothing = new Variant("s", "");
      await call(owner, menu, "com.canonical.dbusmenu", "Event", "isvu", id, name, nothing, 0);
    },
    async activate(item) {
      const { owner, path } = item ?? await tray.item();
      await call(owner, path, "org.kde.StatusNotifierItem", "Activate", "ii", 0, 0);
    },
    async property(name, item) {
      const { owner, path } = item ?? await tray.item();
      return await get(owner, path, "org.kde.StatusNotifierItem", name);
    },
    close,
  };
  return tray;
}

/** How long a busy machine may take to answer, in ms. */
const PATIENCE = 60_000;

type RawNode = readonly [id: number, properties: readonly [string, Variant][], children: readonly Variant[]];

function plain(value: Value): Value {
  return value instanceof Variant ? value.value : value;
}

function toNode([id, pairs, children]: RawNode): MenuNode {
  const properties = new Map(pairs);
  const value = (name: string, otherwise: Value) => properties.get(name)?.value ?? otherwise;
  return {
    id,
    label: String(value("label", "")).replace(/_(_?)/g, "$1"),
    enabled: value("enabled", true) === true,
    visible: value("visible", true) === true,
    separator: value("type", "standard") === "separator",
    toggle: properties.get("toggle-type")?.value ? Number(value("toggle-state", 0)) : -1,
    keys: (value("shortcut", []) as readonly string[][]).map((one) => one.join("+")).join(", "),
    children: children.map((child) => toNode(child.value as unknown as RawNode)),
  };
}
