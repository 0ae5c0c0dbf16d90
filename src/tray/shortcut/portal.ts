import type { Shortcut } from "../../core/config/mod.ts";
import { type Bus, connectSessionBus, dictionary, type Value, Variant } from "../../core/dbus/mod.ts";
import type { Backend, BackendEvents, Bound } from "./backend.ts";
import { triggerOf } from "./trigger.ts";

const PORTAL = "org.freedesktop.portal.Desktop";
const PATH = "/org/freedesktop/portal/desktop";
const FACE = "org.freedesktop.portal.GlobalShortcuts";
/** The name under which the desktop knows the shortcut: it asks its user once for each. */
const ID = "open-palette";
/** The user may be asked, and takes the time that it takes. */
const PATIENCE_MS = 10 * 60_000;

/** The answer of a request that did not end well. */
const REFUSED = 2;

/** A word of ours in the path of a request; the portal wants letters, digits and underscores. */
const token = () => `kedge_${crypto.randomUUID().replaceAll("-", "_")}`;

/**
 * The shortcut by the GlobalShortcuts portal, through which a Wayland desktop gives keys to programs and asks its user
 * once. `without` is told where the desktop has no such portal.
 */
export function createPortalBackend(
  { onPress, onChange }: BackendEvents,
  without: () => Bound,
  connect: () => Promise<Bus> = connectSessionBus,
): Backend {
  let bus: Bus | null = null;
  let session: string | null = null;

  async function connected(): Promise<Bus> {
    if (bus) return bus;
    const made = await connect();
    bus = made;
    await made.listen({ sender: PORTAL, interface: FACE, member: "Activated" }, ([of, id, , more = []]) => {
      if (of !== session || id !== ID) return;
      onPress(textOf(new Map(more as [string, Value][]).get("activation_token")) || undefined);
    });
    void made.closed.then(() => {
      if (bus !== made) return;
      bus = null;
      if (session !== null) onChange(gone());
      session = null;
    });
    // A program outside of a sandbox says who it is; older portals do not ask.
    await made.call({
      destination: PORTAL,
      path: PATH,
      interface: "org.freedesktop.host.portal.Registry",
      member: "Register",
      signature: "sa{sv}",
      body: ["kedge", dictionary({})],
    }, 2000).catch(() => []);
    return made;
  }

  /** Makes a request of the portal and waits for its answer, which comes as a signal. Null when the user refused. */
  async function request(
    bus: Bus,
    member: string,
    signature: string,
    body: (options: Value) => readonly Value[],
    options: Record<string, Variant> = {},
  ): Promise<ReadonlyMap<string, Value> | null> {
    const word = token();
    const path = `${PATH}/request/${bus.name.slice(1).replaceAll(".", "_")}/${word}`;
    const answered = Promise.withResolvers<readonly Value[]>();
    const end = await bus.listen({
      sender: PORTAL,
      path,
      interface: "org.freedesktop.portal.Request",
      member: "Response",
    }, answered.resolve);
    const patience = setTimeout(() => answered.resolve([REFUSED]), PATIENCE_MS);
    Deno.unrefTimer(patience);
    try {
      await bus.call({
        destination: PORTAL,
        path: PATH,
        interface: FACE,
        member,
        signature,
        body: body(dictionary({ ...options, handle_token: new Variant("s", word) })),
      });
      const [response, results = []] = await Promise.race([
        answered.promise,
        bus.closed.then(() => [REFUSED]),
      ]);
      return response === 0 ? new Map(results as [string, Value][]) : null;
    } finally {
      clearTimeout(patience);
      end();
    }
  }

  async function hasPortal(bus: Bus): Promise<boolean> {
    const version = await bus.call({
      destination: PORTAL,
      path: PATH,
      interface: "org.freedesktop.DBus.Properties",
      member: "Get",
      signature: "ss",
      body: [FACE, "version"],
    }, 5000).catch(() => []);
    return version.length > 0;
  }

  async function leave(): Promise<void> {
    if (!bus || session === null) return;
    const path = session;
    session = null;
    await bus.call({
      destination: PORTAL,
      path,
      interface: "org.freedesktop.portal.Session",
      member: "Close",
      signature: "",
      body: [],
    }, 2000).catch(() => []);
  }

  async function bind(shortcut: Shortcut): Promise<Bound> {
    const bus = await connected().catch(() => null);
    if (!bus || !await hasPortal(bus)) return without();
    const made = await request(bus, "CreateSession", "a{sv}", (options) => [options], {
      session_handle_token: new Variant("s", token()),
    });
    const handle = textOf(made?.get("session_handle"));
    if (handle === "") return refused();
    session = handle;
    const description = dictionary({
      description: new Variant("s", "Open Kedge's palette"),
      preferred_trigger: new Variant("s", triggerOf(shortcut)),
    });
    const bound = await request(bus, "BindShortcuts", "oa(sa{sv})sa{sv}", (options) => [
      handle,
      [[ID, description]],
      "",
      options,
    ]);
    if (bound) return { ok: true };
    await leave();
    return refused();
  }

  return {
    async bind(shortcut) {
      await leave();
      return shortcut ? await bind(shortcut) : { ok: true };
    },
    async stop() {
      await leave();
      const last = bus;
      bus = null;
      last?.close();
    },
  };
}

function textOf(value: unknown): string {
  const inner = value instanceof Variant ? value.value : value;
  return typeof inner === "string" ? inner : "";
}

function refused(): Bound {
  return {
    ok: false,
    message: "The desktop did not give Kedge its shortcut",
    hint:
      "Allow it in the desktop's settings for shortcuts of programs, or add one there that runs: kedge --toggle",
  };
}

function gone(): Bound {
  return {
    ok: false,
    message: "The desktop's portal for shortcuts has gone",
    hint: "Start Kedge again. Until then kedge --toggle and the tray open the palette.",
  };
}
