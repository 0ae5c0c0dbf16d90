import { APP_ID } from "../../core/app_id.ts";
import { type Bus, connectSessionBus, dictionary, ownerChanges, Variant } from "../../core/dbus/mod.ts";
import { busProperty } from "../bus_property.ts";
import { type Notification, type Notifier, shownTexts } from "./notifier.ts";

const SERVICE = {
  destination: "org.freedesktop.Notifications",
  path: "/org/freedesktop/Notifications",
  interface: "org.freedesktop.Notifications",
} as const;

/**
 * Names of services that draw a button for the default action (a click on the notification). Kedge sends them
 * no second button for the same action.
 */
const DRAW_BOTH = /^xfce notify daemon$/i;

/** How long a service may take to answer, in ms; after that the notification counts as not shown. */
const PATIENCE = 5_000;

/**
 * Returns a notifier for the freedesktop.org service of a bus, by default the session's bus. `onActivation`
 * receives the activation token that comes with a click.
 */
export function linuxNotifier(
  onActivation: (word: unknown) => void = () => {},
  reach: () => Promise<Bus> = connectSessionBus,
): Notifier {
  const opened = new Map<number, () => void>();
  /** IDs of the visible notifications, by their `about`. */
  const shown = new Map<string, number>();
  /** Notifications whose ID the service has not returned yet. */
  const showing = new Set<Promise<boolean>>();
  /** The newest notification for each `about`. The next one waits for its ID and replaces it. */
  const newest = new Map<string, Promise<boolean>>();
  /** Whether the service draws a button for the default action; each service is asked once. */
  let drawsBoth: Promise<boolean> | undefined;
  let connecting: Promise<Bus> | undefined;
  let current: Bus | undefined;

  function connect(): Promise<Bus> {
    connecting ??= start();
    connecting.catch(() => connecting = undefined);
    return connecting;
  }

  async function start(): Promise<Bus> {
    const bus = await reach();
    try {
      await hearAll(bus);
    } catch (error) {
      // A bus on which only some signals are heard must not stay open beside the next one.
      bus.close();
      throw error;
    }
    return bus;
  }

  async function hearAll(bus: Bus): Promise<void> {
    bus.closed.then(() => {
      if (current !== bus) return;
      connecting = undefined;
      forget();
    });
    await bus.listen(ownerChanges(SERVICE.destination), ([, before]) => before !== "" && forget());
    const match = { sender: SERVICE.destination, interface: SERVICE.interface };
    const hear = (member: string, listener: (id: number, word: unknown) => void) =>
      bus.listen({ ...match, member }, ([id, word]) => whenKnown(Number(id), (id) => listener(id, word)));
    await hear("ActivationToken", (id, word) => opened.has(id) && onActivation(word));
    await hear("ActionInvoked", (id) => opened.get(id)?.());
    await hear("NotificationClosed", (id) => {
      opened.delete(id);
      for (const [about, other] of shown) if (other === id) shown.delete(about);
    });
    current = bus;
  }

  /** Forgets all IDs, because the service has ended and the next service reuses the same numbers. */
  function forget(): void {
    opened.clear();
    shown.clear();
    drawsBoth = undefined;
  }

  /**
   * Calls `run` when the service has returned the IDs of all new notifications, because a click may arrive
   * before the ID of its notification.
   */
  function whenKnown(id: number, run: (id: number) => void): void {
    if (showing.size === 0 || opened.has(id)) run(id);
    else void Promise.all(showing).then(() => run(id));
  }

  /**
   * Whether the desktop accepts disturbances. A critical notification ignores its Do Not Disturb mode, so
   * such a notification is sent only when the desktop reports that this mode is off.
   */
  async function mayDisturb(bus: Bus): Promise<boolean> {
    return await busProperty(bus, SERVICE, "Inhibited", 1000).catch(() => undefined) === false;
  }

  async function asksBoth(bus: Bus): Promise<boolean> {
    const [name] = await bus.call(
      { ...SERVICE, member: "GetServerInformation", signature: "", body: [] },
      PATIENCE,
    )
      .catch(() => []);
    return typeof name === "string" && DRAW_BOTH.test(name);
  }

  async function put(notification: Notification): Promise<boolean> {
    try {
      const bus = await connect();
      const { about, urgency } = notification;
      const both = notification.button !== undefined && await (drawsBoth ??= asksBoth(bus));
      const quiet = urgency === "critical" && !await mayDisturb(bus);
      const [id] = await bus.call({
        ...SERVICE,
        member: "Notify",
        signature: "susssasa{sv}i",
        body: notifyArguments(
          quiet ? { ...notification, urgency: "normal" } : notification,
          about === undefined ? 0 : shown.get(about) ?? 0,
          both,
        ),
      }, PATIENCE);
      if (about !== undefined) shown.set(about, Number(id));
      if (notification.onOpen) opened.set(Number(id), notification.onOpen);
      else opened.delete(Number(id));
      return true;
    } catch {
      return false;
    }
  }

  return {
    async show(notification) {
      const { about } = notification;
      const before = about === undefined ? undefined : newest.get(about);
      const done = before ? before.then(() => put(notification)) : put(notification);
      showing.add(done);
      if (about !== undefined) newest.set(about, done);
      try {
        return await done;
      } finally {
        showing.delete(done);
        if (about !== undefined && newest.get(about) === done) newest.delete(about);
      }
    },
    close() {
      connecting?.then((bus) => bus.close(), () => {});
    },
  };
}

/**
 * Returns the arguments of `Notify` in the order of the Desktop Notifications Specification. `replaces` is
 * the ID of the notification to replace; 0 for none. With `drawsBoth` the service draws a button for the
 * default action.
 */
export function notifyArguments(notification: Notification, replaces = 0, drawsBoth = false) {
  const { title, message } = shownTexts(notification);
  const urgency = notification.urgency === "critical" ? 2 : 1;
  const { onOpen, button } = notification;
  const actions = onOpen
    ? ["default", button ?? "Show", ...(button && !drawsBoth ? ["open", button] : [])]
    : [];
  const hints = dictionary({
    "urgency": new Variant("y", urgency),
    "desktop-entry": new Variant("s", APP_ID),
  });
  return ["Kedge", replaces, "", title, escapeMarkup(message), actions, hints, -1];
}

/** Escapes the text of a script, because services read notification bodies as markup. */
function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
