import { type Bus, connectBus, type Value, Variant } from "../../../src/core/dbus/mod.ts";

const WATCHER = "org.kde.StatusNotifierWatcher", WATCHER_PATH = "/StatusNotifierWatcher";
const ITEM = "org.kde.StatusNotifierItem", MENU = "com.canonical.dbusmenu";
const DESKTOP_BUS = {
  destination: "org.freedesktop.DBus",
  path: "/org/freedesktop/DBus",
  interface: "org.freedesktop.DBus",
} as const;

/** How one desktop's panel speaks to tray icons. */
export interface Dialect {
  readonly name: string;
  /** How it reads the icon: all properties in one call, or those that it knows one by one. */
  readonly reads: "all" | "each";
  /** The height of its icons, in pixels of a screen that is drawn once as large. */
  readonly icon: number;
  /** What its left and its middle button send; null opens the menu. */
  readonly left: "Activate" | null;
  readonly middle: string;
  /** How deep it reads the menu at once, and which properties come along; the others it asks for by themselves. */
  readonly depth: -1 | 1;
  readonly along: readonly string[];
  /** Whether it tells events one by one or in a group, with what, and whether a token for the focus comes first. */
  readonly events: "Event" | "EventGroup";
  readonly with: Variant;
  readonly token: boolean;
}

/** The panels of today's desktops. */
export const DIALECTS: readonly Dialect[] = [
  {
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
  },
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
  {
    name: "LXQt",
    reads: "each",
    icon: 22,
    left: "Activate",
    middle: "SecondaryActivate",
    depth: 1,
    along: [],
    events: "Event",
    with: new Variant("s", ""),
    token: false,
  },
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

/** One line of a menu as a panel draws it. */
export interface HostLine {
  readonly id: number;
  readonly label: string;
  readonly lines: readonly HostLine[];
}

/** A panel of a dialect, on a private bus. */
export interface TrayHost {
  readonly bus: Bus;
  /** The items that have registered, as they gave themselves. */
  readonly items: string[];
  /** Signals of the item, by name, in their order. */
  readonly signals: string[];
  /** The properties that the panel reads. */
  item(): Promise<ReadonlyMap<string, Value>>;
  /** Clicks the icon; gives the menu where that is what the click opens. */
  click(button: "left" | "middle"): Promise<readonly HostLine[] | null>;
  /** Reads the menu ahead of time. */
  read(): Promise<readonly HostLine[]>;
  /** Opens the menu: asks what is in it, and says that it is open. */
  open(): Promise<readonly HostLine[]>;
  /** Closes it. */
  closed(): Promise<void>;
  /** Clicks a line of it. */
  pick(line: HostLine): Promise<void>;
  /** Goes without a word, as a crash does. */
  crash(): Promise<void>;
}

/** A watcher, which keeps the list of icons; with KDE and GNOME it is not the panel that draws them. */
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
  await bus.call({ ...DESKTOP_BUS, member: "RequestName", signature: "su", body: [WATCHER, 4] });
  return { bus, items };
}

/** Starts a panel that shows the item of that bus name. */
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
      // GNOME asks for what Ubuntu's library had first.
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

  /** The lines below a line, as deep as it goes: at once, or level by level where the panel opens them. */
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
