import { type Bus, connectSessionBus, dictionary, type Value, Variant } from "../../core/dbus/mod.ts";
import type { Shortcut } from "../../core/config/mod.ts";
import type { Bound, Purpose } from "./backend.ts";

/** The bus name of the desktop's portal, its object, and the part of it that gives shortcuts. */
export const PORTAL = "org.freedesktop.portal.Desktop";
export const PATH = "/org/freedesktop/portal/desktop";
export const INTERFACE = "org.freedesktop.portal.GlobalShortcuts";

/** Whether the desktop has keys for the shortcut: some leave them to their user, who chooses in the desktop's settings. */
export function chosen({ id, description }: Purpose, shortcuts: unknown): Bound {
  const about = entryOf(id, shortcuts);
  const isLeft = !about || (about.has("trigger_description") && keysIn(about) === "");
  return isLeft ? notChosen(description) : { ok: true };
}

/** Whether the desktop tells keys that it has for every one of these, and for nothing else. */
export function listsAll(purposes: readonly Purpose[], shortcuts: unknown): boolean {
  return entriesOf(shortcuts).length === purposes.length &&
    purposes.every(({ id }) => keysIn(entryOf(id, shortcuts)) !== "");
}

/**
 * The problem that the desktop keeps other keys than those that were just chosen in Kedge; null where it does not, or where
 * its own words for keys, which may be of any language, leave that open.
 */
export function boundKeys({ id, description }: Purpose, shortcuts: unknown, wanted: Shortcut): Bound | null {
  const keys = keysIn(entryOf(id, shortcuts));
  const [theirs, ours] = [keys, wanted.text].map((text) => text.split("+").map((part) => part.trim()));
  const [their, our] = [theirs, ours].map((parts) => parts!.at(-1)!.toLowerCase());
  if (![their, our].every((key) => /^[\p{L}\d]$/u.test(key!))) return null;
  if (their === our && theirs!.length === ours!.length) return null;
  return {
    ok: false,
    message: `The desktop keeps ${keys} for Kedge, not ${wanted.text}`,
    hint: `Choose ${wanted.text} in System Settings, under Shortcuts, for “${description}”.`,
  };
}

function entryOf(id: string, shortcuts: unknown): ReadonlyMap<string, Value> | null {
  const own = entriesOf(shortcuts).find(([name]) => name === id);
  return own ? new Map(own[1] as [string, Value][]) : null;
}

function entriesOf(shortcuts: unknown): readonly [string, Value][] {
  const list = shortcuts instanceof Variant ? shortcuts.value : shortcuts;
  return Array.isArray(list) ? (list as [string, Value][]).filter((entry) => Array.isArray(entry)) : [];
}

const keysIn = (about: ReadonlyMap<string, Value> | null) => textOf(about?.get("trigger_description"));

/** Whether this desktop has the portal; asks it for nothing. */
export async function portalIsThere(connect: () => Promise<Bus> = connectSessionBus): Promise<boolean> {
  const bus = await connect().catch(() => null);
  if (!bus) return false;
  try {
    return await hasPortal(bus);
  } finally {
    bus.close();
  }
}

/** The same over a bus that is open. */
export async function hasPortal(bus: Bus, deadline = 5000): Promise<boolean> {
  const version = await bus.call({
    destination: PORTAL,
    path: PATH,
    interface: "org.freedesktop.DBus.Properties",
    member: "Get",
    signature: "ss",
    body: [INTERFACE, "version"],
  }, deadline).catch(() => []);
  return version.length > 0;
}

/** A program outside of a sandbox says who it is; older portals do not ask. */
export async function register(bus: Bus): Promise<void> {
  await bus.call({
    destination: PORTAL,
    path: PATH,
    interface: "org.freedesktop.host.portal.Registry",
    member: "Register",
    signature: "sa{sv}",
    body: ["kedge", dictionary({})],
  }, 2000).catch(() => []);
}

/** The text in a value of the bus; empty when it is none. */
export function textOf(value: unknown): string {
  const inner = value instanceof Variant ? value.value : value;
  return typeof inner === "string" ? inner : "";
}

/** The user, or the desktop, said no. */
export function refused(): Bound {
  return {
    ok: false,
    message: "The desktop did not give Kedge its shortcut",
    hint:
      "Allow it in the desktop's settings for shortcuts of programs, or add one there that runs: kedge --toggle",
  };
}

function notChosen(description: string): Bound {
  return {
    ok: false,
    message: "The desktop leaves it to you to choose the keys for Kedge",
    hint:
      `Choose them in System Settings, under Shortcuts, for “${description}”. Until then the tray menu opens the palette.`,
  };
}

/** The portal that held the shortcut has ended. */
export function gone(): Bound {
  return {
    ok: false,
    message: "The desktop's portal for shortcuts has gone",
    hint: "Start Kedge again. Until then kedge --toggle and the tray open the palette.",
  };
}
