import { type Bus, connectSessionBus, dictionary, Variant } from "../../core/dbus/mod.ts";
import { type Notification, type Notifier, shownTexts } from "./notifier.ts";

const SERVICE = {
  destination: "org.freedesktop.Notifications",
  path: "/org/freedesktop/Notifications",
  interface: "org.freedesktop.Notifications",
} as const;

/** Notifications through the freedesktop.org service of the session, if there is one. */
export function linuxNotifier(): Notifier {
  const opened = new Map<number, () => void>();
  let connecting: Promise<Bus> | undefined;

  function connect(): Promise<Bus> {
    connecting ??= start();
    connecting.catch(() => connecting = undefined);
    return connecting;
  }

  async function start(): Promise<Bus> {
    const bus = await connectSessionBus();
    bus.closed.then(() => connecting = undefined);
    const match = { sender: SERVICE.destination, interface: SERVICE.interface };
    await bus.listen({ ...match, member: "ActionInvoked" }, ([id]) => opened.get(Number(id))?.());
    await bus.listen({ ...match, member: "NotificationClosed" }, ([id]) => opened.delete(Number(id)));
    return bus;
  }

  return {
    async show(notification) {
      try {
        const bus = await connect();
        const [id] = await bus.call({
          ...SERVICE,
          member: "Notify",
          signature: "susssasa{sv}i",
          body: notifyArguments(notification),
        }, 2000);
        if (notification.onOpen) opened.set(Number(id), notification.onOpen);
        return true;
      } catch {
        return false;
      }
    },
    close() {
      connecting?.then((bus) => bus.close(), () => {});
    },
  };
}

/** The arguments of `Notify`, as the Desktop Notifications Specification orders them. */
export function notifyArguments(notification: Notification) {
  const { title, message } = shownTexts(notification);
  const urgency = notification.urgency === "critical" ? 2 : 1;
  const actions = notification.onOpen ? ["default", "Show"] : [];
  const hints = dictionary({
    "urgency": new Variant("y", urgency),
    "desktop-entry": new Variant("s", "kedge"),
  });
  return ["Kedge", 0, "", title, escapeMarkup(message), actions, hints, -1];
}

/** Notification bodies may hold markup; what a script wrote is text. */
function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
