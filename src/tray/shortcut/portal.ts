import type { Shortcut } from "../../core/config/mod.ts";
import { type Bus, connectSessionBus, dictionary, type Value, Variant } from "../../core/dbus/mod.ts";
import type { Backend, BackendEvents, Bound } from "./backend.ts";
import { chosen, FACE, gone, hasPortal, PATH, PORTAL, refused, register, textOf } from "./portal_answers.ts";
import { triggerOf } from "./trigger.ts";

/** The user may be asked, and takes the time that it takes. */
const PATIENCE_MS = 10 * 60_000;

/** The answer of a request that did not end well. */
const REFUSED = 2;

/** The bus tells when the portal comes and goes. */
const OWNERS = {
  sender: "org.freedesktop.DBus",
  interface: "org.freedesktop.DBus",
  member: "NameOwnerChanged",
  argument: PORTAL,
};

/** A word of ours in the path of a request; a path wants letters, digits and underscores. */
const token = () => `kedge_${crypto.randomUUID().replaceAll("-", "_")}`;

/**
 * The shortcut by the GlobalShortcuts portal, through which a Wayland desktop gives keys to programs and asks its user
 * once. `without` is told where the desktop has no such portal.
 */
export function createPortalBackend(
  { purpose, onPress, onChange }: BackendEvents,
  without: () => Bound,
  connect: () => Promise<Bus> = connectSessionBus,
): Backend {
  let bus: Bus | null = null;
  let connecting: Promise<Bus> | null = null;
  let session: string | null = null;
  /** Settles when the session that was asked for last is there, or is not. */
  let beginning: Promise<void> = Promise.resolve();
  /** Aborts when another combination is wished, or none: what is under way for an earlier one decides nothing then. */
  let wish = new AbortController();
  let wanted: Shortcut | null = null;
  /** The portal that held the shortcut has ended. */
  let orphaned = false;
  let stopped = false;

  function connected(): Promise<Bus> {
    if (connecting) return connecting;
    const opening = open();
    opening.catch(() => connecting = null);
    return connecting = opening;
  }

  async function open(): Promise<Bus> {
    const made = await connect();
    try {
      await made.listen(
        { sender: PORTAL, interface: FACE, member: "Activated" },
        ([of, id, , more = []]) => {
          if (of !== session || id !== purpose.id) return;
          onPress(textOf(new Map(more as [string, Value][]).get("activation_token")) || undefined);
        },
      );
      await made.listen(
        { sender: PORTAL, interface: FACE, member: "ShortcutsChanged" },
        ([of, shortcuts]) => {
          if (of === session && wanted) onChange(chosen(purpose, shortcuts));
        },
      );
      await made.listen(OWNERS, ([, before, now]) => portalChanged(String(before), String(now)));
      await register(made);
      if (stopped) throw new Error("it is not wanted any more");
    } catch (error) {
      made.close();
      throw error;
    }
    bus = made;
    void made.closed.then(() => {
      if (bus !== made) return;
      bus = connecting = null;
      lost();
    });
    return made;
  }

  /** The portal holds what it gave as long as it runs; the one that follows it is asked again. */
  function portalChanged(before: string, now: string): void {
    if (before !== "" && session !== null) {
      orphaned = true;
      lost();
    }
    if (now !== "" && orphaned) void again();
  }

  async function again(): Promise<void> {
    const { signal } = renewed();
    if (bus) await register(bus);
    const bound = wanted && !signal.aborted && await bind(wanted, signal).catch(gone);
    if (bound && !signal.aborted) onChange(bound);
  }

  function renewed(): AbortController {
    wish.abort();
    orphaned = false;
    return wish = new AbortController();
  }

  function lost(): void {
    if (session === null) return;
    session = null;
    onChange(gone());
  }

  /**
   * Makes a request of the portal and waits for its answer, which comes as a signal. Null when the user refused, or the
   * signal aborts first.
   */
  async function request(
    bus: Bus,
    aborted: AbortSignal,
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
    const left = () => answered.resolve([REFUSED]);
    aborted.addEventListener("abort", left);
    if (aborted.aborted) left();
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
      aborted.removeEventListener("abort", left);
      end();
    }
  }

  async function leave(): Promise<void> {
    const path = session;
    session = null;
    if (bus && path !== null) await close(bus, path);
  }

  async function close(bus: Bus, path: string): Promise<void> {
    await bus.call({
      destination: PORTAL,
      path,
      interface: "org.freedesktop.portal.Session",
      member: "Close",
      signature: "",
      body: [],
    }, 2000).catch(() => []);
  }

  /**
   * A session of the portal. Its word is the same at each start: some desktops keep what their user chose under it. Two at
   * once would be one, so that each waits for the one before. Null when it is refused, or not wanted any more.
   */
  async function begin(bus: Bus, signal: AbortSignal): Promise<string | null> {
    const before = beginning, { promise, resolve } = Promise.withResolvers<void>();
    beginning = promise;
    await before;
    try {
      // Waited for in any case: a session that nobody knows could not be closed.
      const made = await request(bus, new AbortController().signal, "CreateSession", "a{sv}", (
        options,
      ) => [options], {
        session_handle_token: new Variant("s", `kedge_${purpose.id.replace(/\W/g, "_")}`),
      });
      const handle = textOf(made?.get("session_handle"));
      if (handle === "") return null;
      if (!signal.aborted) return handle;
      await close(bus, handle);
      return null;
    } finally {
      resolve();
    }
  }

  async function bind(shortcut: Shortcut, signal: AbortSignal): Promise<Bound> {
    const bus = await connected().catch(() => null);
    if (!bus || !await hasPortal(bus)) return without();
    const handle = await begin(bus, signal);
    if (handle === null) return refused();
    session = handle;
    const description = dictionary({
      description: new Variant("s", purpose.description),
      preferred_trigger: new Variant("s", triggerOf(shortcut)),
    });
    const bound = await request(bus, signal, "BindShortcuts", "oa(sa{sv})sa{sv}", (options) => [
      handle,
      [[purpose.id, description]],
      "",
      options,
    ]);
    if (bound) return chosen(purpose, bound.get("shortcuts"));
    // By now the session may be another one's.
    if (session === handle) await leave();
    return refused();
  }

  return {
    async bind(shortcut) {
      const { signal } = renewed();
      wanted = shortcut;
      await leave();
      return shortcut ? await bind(shortcut, signal) : { ok: true };
    },
    async stop() {
      stopped = true;
      wanted = null;
      wish.abort();
      await leave();
      const last = bus;
      bus = null;
      last?.close();
    },
  };
}
