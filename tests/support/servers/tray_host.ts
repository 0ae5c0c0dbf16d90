import { type Bus, connectBus, type Value, Variant } from "../../../src/core/dbus/mod.ts";
import { ownName } from "./bus.ts";

const WATCHER = "org.kde.StatusNotifierWatcher", WATCHER_PATH = "/StatusNotifierWatcher";
const ITEM = "org.kde.StatusNotifierItem", MENU = "com.canonical.dbusmenu";

/** How one desktop's panel communicates with tray icons. */
export interface Dialect {
  readonly name: string;
  /** Whether the panel reads all properties of the icon in one call, or those that it knows one by one. */
  readonly reads: "all" | "each";
  /** Height of its icons in pixels, on a screen with a scale of one. */
  readonly icon: number;
  /** Methods that the left and the middle button call; null opens the menu. */
  readonly left: "Activate" | null;
  readonly middle: string;
  /**
   * Depth of the menu that it reads at once, and the properties that it requests with it; it requests other
   * properties separately.
   */
  readonly depth: -1 | 1;
  readonly along: readonly string[];
  /** Whether it sends events one by one or in a group, their data, and whether it sends an activation token first. */
  readonly events: "Event" | "EventGroup";
  readonly with: Variant;
  readonly token: boolean;
}

const PLASMA: Dialect = {
  name: "KDE Plasma",
  reads: "all",
  icon: 22,
  left: "Activate",
  middle: "SecondaryActivate",
  depth: 1,
  along: [],
  events: "Event",
  with: new Variant("s", ""),
  token: true,
};

/** Panels of current desktops. */
export const DIALECTS: readonly Dialect[] = [
  PLASMA,
  {
    name: "AppIndicator of GNOME",
    reads: "all",
    icon: 24,
    left: null,
    middle: "XAyatanaSecondaryActivate",
    depth: -1,
    along: ["type", "children-display"],
    events: "Event",
    with: new Variant("i", 0),
    token: true,
  },
  { ...PLASMA, name: "LXQt", reads: "each", token: false },
  {
    name: "libdbusmenu (Xfce, MATE, Waybar)",
    reads: "each",
    icon: 32,
    left: "Activate",
    middle: "SecondaryActivate",
    depth: -1,
    along: [],
    events: "EventGroup",
    with: new Variant("i", 0),
    token: false,
  },
];

/** A line of a menu as a panel draws it. */
export interface HostLine {
  readonly id: number;
  readonly label: string;
  readonly lines: readonly HostLine[];
}

/** A panel with a dialect, on a private bus. */
export interface TrayHost {
  readonly bus: Bus;
  /** Registered items, as they named themselves. */
  readonly items: string[];
  /** Names of the item's signals, in order. */
  readonly signals: string[];
  /** Returns the properties that the panel reads. */
  item(): Promise<ReadonlyMap<string, Value>>;
  /** Clicks the icon. Returns the menu if the click opens it, otherwise null. */
  click(button: "left" | "middle"): Promise<readonly HostLine[] | null>;
  /** Reads the menu before it is opened. */
  read(): Promise<readonly HostLine[]>;
  /** Opens the menu: reads its content and reports that it is open. */
  open(): Promise<readonly HostLine[]>;
  /** Reports that the menu is closed. */
  closed(): Promise<void>;
  /** Clicks a line of the menu. */
  pick(line: HostLine): Promise<void>;
  /** Disconnects without notice, as a crash does. */
  crash(): Promise<void>;
}

/**
 * Starts a watcher, which keeps the list of icons. On KDE and GNOME the panel that draws the icons is another
 * program.
 */
export async function startWatcher(
  address: string,
): Promise<{ readonly bus: Bus; readonly items: string[] }> {
  const bus = await connectBus(address);
  const items: string[] = [];
  bus.serve(WATCHER_PATH, [{
    name: WATCHER,
    properties: {
      IsStatusNotifierHostRegistered: { signature: "b", get: () => true },
      RegisteredStatusNotifierItems: { signature: "as", get: () => items },
      ProtocolVersion: { signature: "i", get: () => 0 },
    },
    methods: {
      RegisterStatusNotifierItem: {
        input: "s",
        output: "",
        call: ([name]) => (items.push(String(name)), []),
      },
    },
  }]);
  await ownName(bus, WATCHER);
  return { bus, items };
}

/** Starts a panel that shows the last item in `items`. */
export async function startHost(address: string, dialect: Dialect, items: string[]): Promise<TrayHost> {
  const bus = await connectBus(address);
  const signals: string[] = [];
  const last = () => items.at(-1) ?? "";
  for (const member of ["NewIcon", "NewToolTip", "NewStatus", "NewTitle"]) {
    await bus.listen({ sender: last(), interface: ITEM, member }, () => signals.push(member));
  }
  const to = (surface: string, path: string) => ({ destination: last(), path, interface: surface });
  const read = (name: string) =>
    bus.call({
      ...to("org.freedesktop.DBus.Properties", `/StatusNotifierItem`),
      member: "Get",
      signature: "ss",
      body: [ITEM, name],
    }).then(([value]) => [name, (value as Variant).value] as const);
  let menuPath = "";
  const host: TrayHost = {
    bus,
    items,
    signals,
    async item() {
      const found = dialect.reads === "each"
        ? await Promise.all(
          ["Id", "Title", "Status", "IconName", "IconPixmap", "ToolTip", "ItemIsMenu", "Menu"].map(read),
        )
        : ((await bus.call({
          ...to("org.freedesktop.DBus.Properties", `/StatusNotifierItem`),
          member: "GetAll",
          signature: "s",
          body: [ITEM],
        }))[0] as [string, Variant][]).map(([name, { value }]) => [name, value] as const);
      const properties = new Map(found);
      menuPath = String(properties.get("Menu"));
      return properties;
    },
    async click(button) {
      const member = button === "left" ? dialect.left : dialect.middle;
      if (member === null) return await host.open();
      const at = to(ITEM, "/StatusNotifierItem");
      if (dialect.token) {
        await bus.call({ ...at, member: "ProvideXdgActivationToken", signature: "s", body: ["token"] });
      }
      // GNOME first calls a method that Ubuntu's library introduced.
      await (member.startsWith("XAyatana")
        ? bus.call({ ...at, member, signature: "u", body: [7] })
          .catch(() => bus.call({ ...at, member: "SecondaryActivate", signature: "ii", body: [1, 2] }))
        : bus.call({ ...at, member, signature: "ii", body: [1, 2] }));
      return null;
    },
    async open() {
      const at = to(MENU, menuPath);
      await bus.call({ ...at, member: "AboutToShow", signature: "i", body: [0] });
      const lines = await layout(0);
      await tell(0, "opened");
      return lines;
    },
    read: () => layout(0),
    closed: () => tell(0, "closed"),
    async pick(line) {
      if (dialect.token) {
        const body = ["token of a line"];
        await bus.call({
          ...to(ITEM, "/StatusNotifierItem"),
          member: "ProvideXdgActivationToken",
          signature: "s",
          body,
        });
      }
      await tell(line.id, "clicked");
    },
    async crash() {
      bus.close();
      await bus.closed;
    },
  };

  async function tell(id: number, name: string): Promise<void> {
    const event: Value[] = [id, name, dialect.with, 7];
    await bus.call({
      ...to(MENU, menuPath),
      member: dialect.events,
      ...(dialect.events === "Event"
        ? { signature: "isvu", body: event }
        : { signature: "a(isvu)", body: [[event]] }),
    });
  }

  type Laid = readonly [id: number, properties: readonly [string, Variant][], children: readonly Variant[]];

  /** Returns the lines below a line: all levels at once, or level by level if the panel reads them when they open. */
  async function layout(id: number): Promise<HostLine[]> {
    const at = to(MENU, menuPath);
    const [, laid] = await bus.call({
      ...at,
      member: "GetLayout",
      signature: "iias",
      body: [id, dialect.depth, dialect.along],
    });
    const line = async (found: Laid): Promise<HostLine> => {
      const [id, along, children] = found;
      const properties = new Map(dialect.along.length === 0 ? along : await group(id));
      const parent = properties.get("children-display")?.value === "submenu";
      const lines = parent && dialect.depth === 1
        ? await layout(id)
        : await Promise.all(children.map(({ value }) => line(value as unknown as Laid)));
      return { id, label: String(properties.get("label")?.value ?? ""), lines };
    };
    const group = async (id: number) => {
      const [[[, properties]]] = await bus.call({
        ...at,
        member: "GetGroupProperties",
        signature: "aias",
        body: [[id], []],
      }) as unknown as [[[number, [string, Variant][]]]];
      return properties;
    };
    const [, , children] = laid as unknown as Laid;
    return await Promise.all(children.map(({ value }) => line(value as unknown as Laid)));
  }
  return host;
}
