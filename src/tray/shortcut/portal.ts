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
  OWNERS,
  PORTAL,
  refused,
  register,
  textOf,
} from "./portal_answers.ts";
import { closeSession, createSession, request } from "./portal_requests.ts";
import { triggerOf } from "./trigger.ts";

/** After how many ms a request to bind counts as waiting for the user. */
const ASKS_MS = 1500;

/** How long the bus may take to start the portal, in ms. */
const STARTS_MS = 30_000;

/** All shortcuts of this program in one session of the GlobalShortcuts portal. */
export type Portal = ReturnType<typeof createPortal>;

/** One shortcut of the session, with the wanted combination if there is one. */
interface Member extends BackendEvents {
  readonly without: () => Bound;
  wanted: Shortcut | null;
  /** The wanted combination changed, and the desktop has not been asked for it yet. */
  changed: boolean;
  /** Receives the result of the newest call of `bind`. */
  answer: ((bound: Bound) => void) | null;
}

/** Creates the backend of a program's only shortcut; see {@link createPortal}. */
export function createPortalBackend(
  events: BackendEvents,
  without: () => Bound,
  connect: () => Promise<Bus> = connectSessionBus,
  asksMs = ASKS_MS,
): Backend {
  return createPortal(connect, asksMs).backend(events, without);
}

/**
 * Creates shortcuts with the GlobalShortcuts portal, through which a Wayland desktop gives keys to programs
 * after asking its user once. All shortcuts are bound together: a desktop that recognizes programs by name,
 * as Plasma does, forgets shortcuts that a later request does not name.
 */
export function createPortal(connect: () => Promise<Bus> = connectSessionBus, asksMs = ASKS_MS) {
  const members = new Map<string, Member>();
  let bus: Bus | null = null;
  let connecting: Promise<Bus> | null = null;
  let session: string | null = null;
  /** Whether the desktop knows this program. */
  let known = true;
  /** Settles when the latest request for a session has ended, with or without a session. */
  let beginning: Promise<void> = Promise.resolve();
  /** Aborts when the wanted shortcuts change, so that the result of an earlier request is ignored. */
  let wish = new AbortController();
  /**
   * Whether there is no portal, or the one that had the shortcuts has ended. The next portal that appears is
   * asked again.
   */
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

  /**
   * Handles the end and the start of a portal. A portal keeps shortcuts only while it runs, so its successor
   * is asked again.
   */
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

  /** Renews the session once for all changes of the same moment. */
  function renewSoon(): void {
    wish.abort();
    clearTimeout(timer);
    timer = setTimeout(() => void renew(), 0);
  }

  /** Creates a session for the wanted shortcuts and reports the result to each of them. */
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

  /**
   * Creates a session of the portal; null when that is refused. Each call waits for the one before, because
   * the portal would treat two sessions at once as one.
   */
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
    // Just after the login the portal itself may still be starting.
    if (!bus || !await hasPortal(bus, STARTS_MS)) {
      orphaned = true;
      return ({ without }) => without();
    }
    const handle = await begin(bus, signal);
    if (handle === null) return refused;
    session = handle;
    // A desktop that already has keys for all shortcuts is not asked again, because Plasma before 6.4 opens
    // its settings for each request to bind.
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
      // GNOME 48.0 returns an arbitrary response number with the keys that it bound.
      (results) => listsAll(all.map(({ purpose }) => purpose), results.get("shortcuts")),
    ).finally(leaveIt);
    if (bound) {
      const has = bound.get("shortcuts");
      return ({ purpose, changed, wanted }) => outcome(purpose, has, wanted, changed);
    }
    // Another request may have created a new session by now.
    if (session === handle) await leave();
    return known ? refused : notInstalled;
  }

  return {
    /** Returns the backend of one shortcut. `without` returns the failure for a desktop that has no such portal. */
    backend(events: BackendEvents, without: () => Bound): Backend {
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
