import { type Bus, connectSessionBus } from "../../core/dbus/mod.ts";

const WATCHER = "org.kde.StatusNotifierWatcher";
const DBUS = {
  destination: "org.freedesktop.DBus",
  path: "/org/freedesktop/DBus",
  interface: "org.freedesktop.DBus",
};

/**
 * Tells whether a Linux desktop has a place for tray icons, now and with each change: `onChange` gets
 * null or why not. The helper itself never says. Returns the function that stops watching.
 */
export async function watchHost(onChange: (why: string | null) => void): Promise<() => void> {
  let bus: Bus;
  try {
    bus = await connectSessionBus();
  } catch (error) {
    onChange((error as Error).message);
    return () => {};
  }
  const tell = (present: boolean) => onChange(present ? null : "this desktop has no place for tray icons");
  const changes = {
    sender: DBUS.destination,
    interface: DBUS.interface,
    member: "NameOwnerChanged",
    argument: WATCHER,
  };
  await bus.listen(changes, ([, , owner]) => tell(owner !== ""));
  const [present] = await bus.call({ ...DBUS, member: "NameHasOwner", signature: "s", body: [WATCHER] });
  tell(present === true);
  let watching = true;
  bus.closed.then(() => {
    if (watching) onChange("the session's D-Bus message bus has gone");
  });
  return () => {
    watching = false;
    bus.close();
  };
}
