import { type Bus, connectSessionBus, DBUS, ownerChanges } from "../../core/dbus/mod.ts";
import { busProperty } from "../bus_property.ts";

const WATCHER = "org.kde.StatusNotifierWatcher";

/**
 * Reports whether a Linux desktop has a place for tray icons, now and after each change, because the helper
 * never reports this. `onChange` receives null or the reason. Returns the function that stops watching.
 */
export async function watchHost(
  onChange: (why: string | null) => void,
  reach: () => Promise<Bus> = connectSessionBus,
): Promise<() => void> {
  let bus: Bus;
  try {
    bus = await reach();
  } catch (error) {
    onChange((error as Error).message);
    return () => {};
  }
  const tell = (present: boolean) => onChange(present ? null : "this desktop has no place for tray icons");
  try {
    await bus.listen(ownerChanges(WATCHER), ([, , owner]) => tell(owner !== ""));
    const [present] = await bus.call({ ...DBUS, member: "NameHasOwner", signature: "s", body: [WATCHER] });
    tell(present === true);
  } catch (error) {
    // A bus that does not answer must not stop Kedge from starting.
    bus.close();
    onChange((error as Error).message);
    return () => {};
  }
  let watching = true;
  bus.closed.then(() => {
    if (watching) onChange("the session's D-Bus message bus has gone");
  });
  return () => {
    watching = false;
    bus.close();
  };
}

/** Maximum number of icons that are checked; no panel shows more. */
const MAX_ICONS = 200;

/** Pause between two checks of the icons, in ms. */
const LOOK = 50;

/**
 * Waits until the icon of a process is registered on this desktop, for at most `limit` ms and while `on`
 * returns true. Returns whether it is: a helper whose registration was lost would run without a visible icon.
 */
export async function iconIsUp(
  pid: number,
  limit: number,
  on: () => boolean,
  reach: () => Promise<Bus> = connectSessionBus,
): Promise<boolean> {
  const bus = await reach();
  const end = performance.now() + limit;
  try {
    for (;;) {
      if (await hasIcon(bus, pid).catch(() => false)) return true;
      if (performance.now() > end || !on()) return false;
      await new Promise((resolve) => setTimeout(resolve, LOOK));
    }
  } finally {
    bus.close();
  }
}

async function hasIcon(bus: Bus, pid: number): Promise<boolean> {
  const watcher = { destination: WATCHER, path: "/StatusNotifierWatcher", interface: WATCHER };
  const items = await busProperty(bus, watcher, "RegisteredStatusNotifierItems");
  for (const item of Array.isArray(items) ? items.slice(0, MAX_ICONS) : []) {
    const body = [String(item).split("/")[0]!];
    const [owner] = await bus.call({ ...DBUS, member: "GetConnectionUnixProcessID", signature: "s", body })
      .catch(() => []);
    if (owner === pid) return true;
  }
  return false;
}
