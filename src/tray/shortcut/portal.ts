import type { Shortcut } from "../../core/config/mod.ts";
import { type Bus, connectSessionBus, dictionary, type Value, Variant } from "../../core/dbus/mod.ts";
import type { Backend, BackendEvents, Bound } from "./backend.ts";
import {
  asking,
  gone,
  hasPortal,
  INTERFACE,
  listsAll,
  notInstalled,
  outcome,
  PORTAL,
  refused,
  register,
  textOf,
} from "./portal_answers.ts";
import { closeSession, createSession, request } from "./portal_requests.ts";
import { triggerOf } from "./trigger.ts";

/** The bus tells when the portal comes and goes. */
const OWNERS = {
  sender: "org.freedesktop.DBus",
  interface: "org.freedesktop.DBus",
  member: "NameOwnerChanged",
  argument: PORTAL,
};

/** A request to bind that takes longer, in ms, waits for the desktop's user. */
const ASKS_MS = 1500;

/** How long the bus may take to start the portal. */
const STARTS_MS = 30_000;

/** Every shortcut of this program by the GlobalShortcuts portal, in one session. */
export interface Portal {
  /** One shortcut of them. `without` is told where the desktop has no such portal. */
  backend(events: BackendEvents, without: () => Bound): Backend;
}

/** A shortcut that somebody may wish for. */
interface Member extends BackendEvents {
  readonly without: () => Bound;
  wanted: Shortcut | null;
  /** Another combination than before was wished, and the desktop has not heard of it yet. */
  changed: boolean;
  /** Waits to be told how the newest wish went. */
  answer: ((bound: Bound) => void) | null;
}

/** The one shortcut of a program that has no other; see {@link createPortal}. */
export function createPortalBackend(
  events: BackendEvents,
  without: () => Bound,
  connect: () => Promise<Bus> = connectSessionBus,
  asksMs = ASKS_MS,
): Backend {
  return createPortal(connect, asksMs).backend(events, without);
}

/**
 * Shortcuts by the GlobalShortcuts portal, through which a Wayland desktop gives keys to programs and asks its user once.
 * All of them are bound together: a desktop that knows programs by their names, as Plasma does, forgets what a program bound
 * before and does not name again.
 */
export function createPortal(connect: () => Promise<Bus> = connectSessionBus, asksMs = ASKS_MS): Portal {
  const members = new Map<string, Member>();
  let bus: Bus | null = null;
  let connecting: Promise<Bus> | null = null;
  let session: string | null = null;
  /** The desktop knows this program. */
  let known = true;
  /** Settles when the session that was asked for last is there, or is not. */
  let beginning: Promise<void> = Promise.resolve();
  /** Aborts when something else is wished: what is under way for an earlier wish decides nothing then. */
  let wish = new AbortController();
  /** The portal that held the shortcuts has ended, or there was none: the next one that appears is asked. */
  let orphaned = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const wishing = () => [...members.values()].filter(({ wanted }) => wanted !== null);

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
        { sender: PORTAL, interface: INTERFACE, member: "Activated" },
        ([of, id, , more = []]) => {
          if (of !== session) return;
          const word = textOf(new Map(more as [string, Value][]).get("activation_token"));
          members.get(id as string)?.onPress(word || undefined);
        },
      );
      await made.listen(
        { sender: PORTAL, interface: INTERFACE, member: "ShortcutsChanged" },
        ([of, shortcuts]) => {
          if (of !== session) return;
          for (const { purpose, wanted, onChange } of wishing()) {
            onChange(outcome(purpose, shortcuts, wanted, false));
          }
        },
      );
      await made.listen(OWNERS, ([, before, now]) => portalChanged(String(before), String(now)));
      known = await register(made);
      if (members.size === 0) throw new Error("it is not wanted any more");
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
    orphaned = false;
    if (bus) known = await register(bus);
    await renew();
  }

  function lost(): void {
    if (session === null) return;
    session = null;
    for (const { onChange } of wishing()) onChange(gone());
  }

  /** Wishes of one moment are carried out together. */
  function renewSoon(): void {
    wish.abort();
    clearTimeout(timer);
    timer = setTimeout(() => void renew(), 0);
  }

  /** Makes a session for what is wished now, and tells everybody who wishes how it went. */
  async function renew(): Promise<void> {
    wish.abort();
    const { signal } = wish = new AbortController();
    await leave();
    if (signal.aborted) return;
    const all = wishing();
    const outcome = all.length === 0 ? refused : await bind(all, signal).catch(() => gone);
    if (signal.aborted) return;
    for (const member of all) {
      const bound = outcome(member);
      member.changed = false;
      if (member.answer) member.answer(bound);
      else member.onChange(bound);
      member.answer = null;
    }
  }

  async function leave(): Promise<void> {
    const path = session;
    session = null;
    if (bus && path !== null) await closeSession(bus, path);
  }

  /** A session of the portal; two at once would be one, so that each waits for the one before. Null when it is refused. */
  async function begin(bus: Bus, signal: AbortSignal): Promise<string | null> {
    const before = beginning, { promise, resolve } = Promise.withResolvers<void>();
    beginning = promise;
    await before;
    try {
      const handle = signal.aborted ? null : await createSession(bus);
      if (handle === null || !signal.aborted) return handle;
      await closeSession(bus, handle);
      return null;
    } finally {
      resolve();
    }
  }

  async function bind(all: readonly Member[], signal: AbortSignal): Promise<(member: Member) => Bound> {
    const bus = await connected().catch(() => null);
    // Just after the login the portal itself is still being started.
    if (!bus || !await hasPortal(bus, STARTS_MS)) {
      orphaned = true;
      return ({ without }) => without();
    }
    const handle = await begin(bus, signal);
    if (handle === null) return refused;
    session = handle;
    // A desktop that has keys for all is asked for nothing: Plasma before 6.4 opens its settings at each request to bind.
    if (!all.some(({ changed }) => changed)) {
      const listed = await request(bus, signal, "ListShortcuts", "oa{sv}", (options) => [handle, options])
        .catch(() => null);
      const has = listed?.get("shortcuts");
      if (listsAll(all.map(({ purpose }) => purpose), has)) {
        return ({ purpose, wanted }) => outcome(purpose, has, wanted, false);
      }
      if (signal.aborted) return refused;
    }
    const shortcuts = all.map(({ purpose, wanted }): Value => [
      purpose.id,
      dictionary({
        description: new Variant("s", purpose.description),
        preferred_trigger: new Variant("s", triggerOf(wanted!)),
      }),
    ]);
    const asks = setTimeout(() => all.forEach(({ purpose, onChange }) => onChange(asking(purpose))), asksMs);
    Deno.unrefTimer(asks);
    const leaveIt = () => clearTimeout(asks);
    signal.addEventListener("abort", leaveIt);
    const bound = await request(
      bus,
      signal,
      "BindShortcuts",
      "oa(sa{sv})sa{sv}",
      (options) => [handle, shortcuts, "", options],
      {},
      // GNOME 48.0 gives any number with keys that it has bound.
      (results) => listsAll(all.map(({ purpose }) => purpose), results.get("shortcuts")),
    ).finally(leaveIt);
    if (bound) {
      const has = bound.get("shortcuts");
      return ({ purpose, changed, wanted }) => outcome(purpose, has, wanted, changed);
    }
    // By now the session may be another one's.
    if (session === handle) await leave();
    return known ? refused : notInstalled;
  }

  return {
    backend(events, without) {
      const member: Member = { ...events, without, wanted: null, changed: false, answer: null };
      const { id } = events.purpose;
      return {
        async bind(shortcut) {
          member.answer?.(refused());
          member.changed ||= shortcut !== null && member.wanted !== null &&
            member.wanted.text !== shortcut.text;
          member.wanted = shortcut;
          members.set(id, member);
          const { promise, resolve } = Promise.withResolvers<Bound>();
          member.answer = shortcut ? resolve : null;
          renewSoon();
          return shortcut ? await promise : { ok: true };
        },
        async stop() {
          member.answer?.(refused());
          member.answer = null;
          if (members.get(id) === member) members.delete(id);
          if (members.size > 0) return renewSoon();
          clearTimeout(timer);
          wish.abort();
          await leave();
          const last = bus;
          bus = connecting = null;
          last?.close();
        },
      };
    },
  };
}
