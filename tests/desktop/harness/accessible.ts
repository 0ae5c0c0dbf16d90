import { type Bus, connectBus, DBUS, type Value, Variant } from "../../../src/core/dbus/mod.ts";
import type { Desktop } from "./desktop.ts";
import { waitFor } from "./wait.ts";

const INTERFACE = "org.a11y.atspi.Accessible", PROPERTIES = "org.freedesktop.DBus.Properties";

/** Names of the states that tests use, by their number in the interface. */
const STATES: Readonly<Record<number, string>> = {
  1: "active",
  4: "checked",
  8: "enabled",
  9: "expandable",
  10: "expanded",
  11: "focusable",
  12: "focused",
  16: "modal",
  22: "selectable",
  23: "selected",
  24: "sensitive",
  25: "showing",
  33: "required",
  35: "invalid-entry",
};

/** An object as a screen reader perceives it. */
export interface Told {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  /** The object's own text; empty for none. */
  readonly text: string;
  readonly states: ReadonlySet<string>;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Told[];
}

/** The accessibility tree of a private desktop. */
export interface Accessible {
  /** Returns the tree of the page whose document has this title, once `until` holds. */
  page(title: string, until?: (document: Told) => boolean): Promise<Told>;
  /** Returns the windows of programs, with their roles and names. */
  windows(): Promise<readonly Told[]>;
  /** Reports of pages since the start, in order: `focused`, `selected`, `active descendant`, `added: 3 results`. */
  readonly heard: readonly string[];
  close(): void;
}

/** How long a busy machine may take to start the bus and its registry, in ms. */
const PATIENCE = 60_000;

/** Address of an object on the bus. */
export interface Place {
  readonly destination: string;
  readonly path: string;
}

/** Object that lists every program with windows. */
export const REGISTRY: Place = {
  destination: "org.a11y.atspi.Registry",
  path: "/org/a11y/atspi/accessible/root",
};
/** Object path under which WebKit's processes keep the trees of their pages. */
const PAGES = "/org/a11y/webkit/accessible";
const EVENTS = "org.a11y.atspi.Event.Object";

/** Connects to the bus of assistive technology, which the session bus starts. */
export async function accessibleBus(session: Bus): Promise<Bus> {
  const [address] = await session.call({
    destination: "org.a11y.Bus",
    path: "/org/a11y/bus",
    interface: "org.a11y.Bus",
    member: "GetAddress",
  }, PATIENCE);
  return await connectBus(String(address));
}

/** Connects to the bus of assistive technology, as a screen reader does. */
export async function openAccessible(desktop: Pick<Desktop, "env">): Promise<Accessible> {
  const session = await connectBus(desktop.env.DBUS_SESSION_BUS_ADDRESS!);
  const bus = await accessibleBus(session);
  session.close();
  const heard: string[] = [];
  const listening = new Set<string>();

  /** Programs report only events that a client has registered for. */
  for (
    const event of [
      "object:state-changed",
      "object:text-changed",
      "object:children-changed",
      "object:active-descendant-changed",
    ]
  ) {
    await bus.call({
      destination: REGISTRY.destination,
      path: "/org/a11y/atspi/registry",
      interface: "org.a11y.atspi.Registry",
      member: "RegisterEvent",
      signature: "sas",
      body: [event, []],
    }, PATIENCE);
  }

  async function listenTo(name: string): Promise<void> {
    if (listening.has(name)) return;
    listening.add(name);
    const say = (text: string) => heard.push(text);
    await bus.listen({ sender: name, interface: EVENTS, member: "StateChanged" }, ([what, on]) => {
      if (on === 1 || on === true) say(String(what));
    });
    await bus.listen({ sender: name, interface: EVENTS, member: "TextChanged" }, ([what, , , text]) => {
      if (String(what).startsWith("insert")) say(`text: ${(text as Variant).value}`);
    });
    await bus.listen({ sender: name, interface: EVENTS, member: "ChildrenChanged" }, ([what, , , child]) => {
      const [destination, path] = child instanceof Variant ? child.value as readonly [string, string] : [];
      if (String(what) !== "add" || destination === undefined || path === undefined) return;
      void textOf(bus, { destination, path }).then((text) => text && say(`added: ${text}`));
    });
    await bus.listen({ sender: name, interface: EVENTS, member: "ActiveDescendantChanged" }, () => {
      say("active descendant");
    });
  }

  async function documents(): Promise<Place[]> {
    const [names] = await bus.call({ ...DBUS, member: "ListNames" }, PATIENCE);
    const found: Place[] = [];
    for (const name of (names as readonly string[]).filter((name) => /^:/.test(name))) {
      const [xml] = await bus.call({
        destination: name,
        path: PAGES,
        interface: "org.freedesktop.DBus.Introspectable",
        member: "Introspect",
      }, 2000).catch(() => [""]);
      const below = [...String(xml).matchAll(/<node name="([0-9a-f_]+)"/g)].map(([, node]) => node!);
      if (below.length > 0) await listenTo(name);
      found.push(...below.map((node) => ({ destination: name, path: `${PAGES}/${node}` })));
    }
    return found;
  }

  async function pageOf(title: string): Promise<Told | null> {
    for (const place of await documents()) {
      const document = all(await told(bus, place)).find(({ name }) => name === title);
      if (document) return document;
    }
    return null;
  }

  await documents();
  return {
    heard,
    async windows() {
      const apps = await children(bus, REGISTRY);
      return (await Promise.all(apps.map((app) => told(bus, app)))).flatMap((app) => app.children);
    },
    page: (title, until = () => true) =>
      waitFor(`the tree of ${title}`, async () => {
        const found = await pageOf(title);
        return found && until(found) ? found : null;
      }),
    close: () => bus.close(),
  };
}

/** Returns an object and all its descendants, in order. */
export function all(of: Told): Told[] {
  return [of, ...of.children.flatMap(all)];
}

/** Returns a property of an object as text, such as `Name`. */
export async function property(bus: Bus, { destination, path }: Place, name: string): Promise<string> {
  const [value] = await bus.call({
    destination,
    path,
    interface: PROPERTIES,
    member: "Get",
    signature: "ss",
    body: [INTERFACE, name],
  });
  return value instanceof Variant ? String(value.value) : "";
}

/** Calls a method of an object and returns the answer. */
export async function asked(bus: Bus, { destination, path }: Place, member: string): Promise<Value> {
  const [value] = await bus.call({ destination, path, interface: INTERFACE, member });
  return value!;
}

export async function children(bus: Bus, place: Place): Promise<Place[]> {
  const found = await asked(bus, place, "GetChildren") as readonly (readonly [string, string])[];
  return found.map(([destination, path]) => ({ destination, path }));
}

async function textOf(bus: Bus, { destination, path }: Place): Promise<string> {
  const [text] = await bus.call({
    destination,
    path,
    interface: "org.a11y.atspi.Text",
    member: "GetText",
    signature: "ii",
    body: [0, -1],
  }).catch(() => [""]);
  return String(text);
}

async function told(bus: Bus, place: Place): Promise<Told> {
  const [role, name, description, state, attributes, text, below] = await Promise.all([
    asked(bus, place, "GetRoleName"),
    property(bus, place, "Name"),
    property(bus, place, "Description"),
    asked(bus, place, "GetState"),
    asked(bus, place, "GetAttributes"),
    textOf(bus, place),
    children(bus, place),
  ]);
  const bits = state as readonly number[];
  const states = Object.entries(STATES).flatMap(([at, name]) =>
    (bits[Number(at) >> 5] ?? 0) >>> (Number(at) & 31) & 1 ? [name] : []
  );
  const known = new Map(attributes as [string, string][]);
  return {
    // WebKit names the ARIA roles in an attribute.
    role: known.get("computed-role") ?? String(role),
    name,
    description,
    text,
    states: new Set(states),
    attributes: known,
    children: await Promise.all(below.map((child) => told(bus, child))),
  };
}
