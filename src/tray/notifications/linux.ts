import { APP_ID } from "../../core/app_id.ts";
import { type Bus, connectSessionBus, dictionary, Variant } from "../../core/dbus/mod.ts";
import { type Notification, type Notifier, shownTexts } from "./notifier.ts";

const SERVICE = {
  destination: "org.freedesktop.Notifications",
  path: "/org/freedesktop/Notifications",
  interface: "org.freedesktop.Notifications",
} as const;

/** The bus tells when the service comes and goes. */
const OWNERS = {
  sender: "org.freedesktop.DBus",
  interface: "org.freedesktop.DBus",
  member: "NameOwnerChanged",
  argument: SERVICE.destination,
};

/** Services that draw a button for what a click on the notification does, by their own names: one for both is enough there. */
const DRAW_BOTH = /^xfce notify daemon$/i;

/** A service that does not answer for so long, in ms, shows nothing. */
const PATIENCE = 5_000;

/**
 * Notifications through the freedesktop.org service of a bus, by default the session's, if there is one. `onActivation`
 * hears what comes with a click to take the focus with.
 */
export function linuxNotifier(
  onActivation: (word: unknown) => void = () => {},
  reach: () => Promise<Bus> = connectSessionBus,
): Notifier {
  const opened = new Map<number, () => void>();
  /** What is shown now, by what it is about. */
  const shown = new Map<string, number>();
  /** What is on its way: its number is not known yet. */
  const showing = new Set<Promise<boolean>>();
  /** The newest about something: the next one waits for its number, and takes its place. */
  const newest = new Map<string, Promise<boolean>>();
  /** Whether the service draws both; asked once of each. */
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
      // One that hears a part of it must not stay beside the next.
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
    await bus.listen(OWNERS, ([, before]) => before !== "" && forget());
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

  /** The service has ended: the next one counts from the beginning, and its numbers mean other notifications. */
  function forget(): void {
    opened.clear();
    shown.clear();
    drawsBoth = undefined;
  }

  /** A click may come together with the number of what was clicked. */
  function whenKnown(id: number, run: (id: number) => void): void {
    if (showing.size === 0 || opened.has(id)) run(id);
    else void Promise.all(showing).then(() => run(id));
  }

  /**
   * Whether the desktop wants to be disturbed. What is critical breaks through its silent hours, so it is only sent to who
   * says that there are none now.
   */
  async function mayDisturb(bus: Bus): Promise<boolean> {
    const inhibited = await bus.call({
      ...SERVICE,
      interface: "org.freedesktop.DBus.Properties",
      member: "Get",
      signature: "ss",
      body: [SERVICE.interface, "Inhibited"],
    }, 1000).catch(() => []);
    return inhibited[0] instanceof Variant && inhibited[0].value === false;
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
 * The arguments of `Notify`, as the Desktop Notifications Specification orders them; `replaces` is an id, 0 none. With
 * `drawsBoth` the service draws a button for a click on the notification itself.
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

/** Notification bodies may hold markup; what a script wrote is text. */
function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
