import { APP_ID } from "../../core/app_id.ts";
import { busProperty } from "../bus_property.ts";
import { toggleCommand } from "../toggle_command.ts";
import {
  type Bus,
  BusError,
  connectSessionBus,
  dictionary,
  ownerChanges,
  type Value,
  Variant,
} from "../../core/dbus/mod.ts";
import type { Shortcut } from "../../core/config/mod.ts";
import type { Bound, Purpose } from "./backend.ts";
import { acceleratorOf, acceleratorsIn, written } from "./accelerator.ts";
import { mayMean, othersIn } from "./desktop_words.ts";

/** Bus name of the desktop's portal, its object path, and the interface for global shortcuts. */
export const PORTAL = "org.freedesktop.portal.Desktop";
export const PATH = "/org/freedesktop/portal/desktop";
export const INTERFACE = "org.freedesktop.portal.GlobalShortcuts";

/** Signal of the bus that the portal has appeared or gone. */
export const OWNERS = ownerChanges(PORTAL);

/**
 * Returns whether the desktop has keys for the shortcut. Some desktops leave the choice to their user, who
 * makes it in the settings.
 */
function chosen({ id, description }: Purpose, shortcuts: unknown, wanted: Shortcut | null): Bound {
  const about = entryOf(id, shortcuts);
  const isLeft = !about || (about.has("trigger_description") && keysIn(about) === "");
  if (isLeft) return notChosen(description);
  const keys = wanted && othersIn(keysIn(about), wanted);
  return keys ? { ok: true, keys } : { ok: true };
}

/** Whether the desktop lists keys for exactly these shortcuts. */
export function listsAll(purposes: readonly Purpose[], shortcuts: unknown): boolean {
  return entriesOf(shortcuts).length === purposes.length &&
    purposes.every(({ id }) => keysIn(entryOf(id, shortcuts)) !== "");
}

/**
 * Returns whether the desktop uses the wanted keys for the shortcut. A description of keys in another
 * language is not exact: it counts as other keys only if the keys were just `changed` in Kedge and the
 * description cannot mean the wanted ones.
 */
export function outcome(
  purpose: Purpose,
  shortcuts: unknown,
  wanted: Shortcut | null,
  changed: boolean,
  place = settingsPath(),
): Bound {
  const words = keysIn(entryOf(purpose.id, shortcuts));
  const accelerators = acceleratorsIn(words);
  const same = wanted === null ||
    (accelerators.length > 0
      ? accelerators.includes(acceleratorOf(wanted))
      : !changed || mayMean(words, wanted));
  if (same) return chosen(purpose, shortcuts, wanted);
  const keys = accelerators.length > 0 ? accelerators.map(written).join(" or ") : words;
  return {
    ok: false,
    message: `The desktop keeps ${keys} for Kedge, not ${wanted.text}`,
    hint:
      `Choose ${wanted.text} in ${place}, for “${purpose.description}”, or ${keys} in Kedge's own Settings.`,
  };
}

/** Returns where the user changes the global shortcuts of programs. */
function settingsPath(desktop = Deno.env.get("XDG_CURRENT_DESKTOP") ?? ""): string {
  return desktop.split(":").includes("GNOME")
    ? "Settings, under Apps, Kedge, Global Shortcuts"
    : "System Settings, under Shortcuts";
}

/** Returns the result while the desktop asks its user. */
export function asking({ description }: Purpose): Bound {
  return {
    ok: false,
    message: "The desktop asks you which keys Kedge may have",
    hint: `Answer its question about “${description}”, which may lie behind another window.`,
  };
}

function entryOf(id: string, shortcuts: unknown): ReadonlyMap<string, Value> | null {
  const entry = entriesOf(shortcuts).find(([name]) => name === id);
  return entry ? new Map(entry[1] as [string, Value][]) : null;
}

function entriesOf(shortcuts: unknown): readonly [string, Value][] {
  const list = shortcuts instanceof Variant ? shortcuts.value : shortcuts;
  return Array.isArray(list) ? (list as [string, Value][]).filter((entry) => Array.isArray(entry)) : [];
}

const keysIn = (about: ReadonlyMap<string, Value> | null) => textOf(about?.get("trigger_description"));

/** Whether this desktop has the portal. Nothing is requested from the portal. */
export async function portalIsThere(connect: () => Promise<Bus> = connectSessionBus): Promise<boolean> {
  const bus = await connect().catch(() => null);
  if (!bus) return false;
  try {
    return await hasPortal(bus);
  } finally {
    bus.close();
  }
}

/** Whether the portal is present on an open bus. `deadline` is in ms. */
export async function hasPortal(bus: Bus, deadline = 5000): Promise<boolean> {
  const portal = { destination: PORTAL, path: PATH, interface: INTERFACE };
  return await busProperty(bus, portal, "version", deadline).catch(() => undefined) !== undefined;
}

/**
 * Returns the failure for a program without an entry in the desktop's menu. GNOME does not ask the user for
 * such a program.
 */
export function notInstalled(): Bound {
  return {
    ok: false,
    message: "The desktop gives shortcuts only to programs that are installed, with an entry in its menu",
    hint:
      `Install Kedge's package, or add a shortcut in the desktop's keyboard settings that runs: ${toggleCommand()}`,
  };
}

/**
 * Tells the portal the ID of this program, as programs outside of a sandbox must; older portals do not
 * support it. Returns false when the desktop does not know the program.
 */
export async function register(bus: Bus): Promise<boolean> {
  return await bus.call({
    destination: PORTAL,
    path: PATH,
    interface: "org.freedesktop.host.portal.Registry",
    member: "Register",
    signature: "sa{sv}",
    body: [APP_ID, dictionary({})],
  }, 2000).then(() => true, (error) => !isUnknownProgram(error));
}

/** Returns the text in a value of the bus; empty when the value is not a text. */
export function textOf(value: unknown): string {
  const inner = value instanceof Variant ? value.value : value;
  return typeof inner === "string" ? inner : "";
}

/** Returns the failure when the user or the desktop refused. */
export function refused(): Bound {
  return {
    ok: false,
    message: "The desktop did not give Kedge its shortcut",
    hint:
      `Start Kedge again and agree, or add a shortcut in the desktop's keyboard settings that runs: ${toggleCommand()}`,
  };
}

/** Whether the portal rejected the program. Other errors mean that it lacks the method or did not answer in time. */
function isUnknownProgram(error: unknown): boolean {
  return error instanceof BusError && error.name.endsWith(".Error.Failed");
}

function notChosen(description: string): Bound {
  return {
    ok: false,
    message: "The desktop leaves it to you to choose the keys for Kedge",
    hint:
      `Choose them in System Settings, under Shortcuts, for “${description}”. Until then the tray menu opens the palette.`,
  };
}

/** Returns the failure when the portal that had the shortcut has ended. */
export function gone(): Bound {
  return {
    ok: false,
    message: "The desktop's portal for shortcuts has gone",
    hint: `Start Kedge again. Until then ${toggleCommand()} and the tray open the palette.`,
  };
}
