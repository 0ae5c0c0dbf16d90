import { connectBus, type Value, Variant } from "../../../src/core/dbus/mod.ts";
import { ownName } from "./bus.ts";

const NAME = "org.freedesktop.Notifications";
const PATH = "/org/freedesktop/Notifications";

/** A notification as a desktop would show it. */
interface ShownNotification {
  readonly id: number;
  readonly replaces: number;
  readonly title: string;
  readonly message: string;
  /** Keys and labels of its buttons, alternating. */
  readonly actions: Value;
  readonly urgency: unknown;
}

/** Simulates a desktop's notification service (Desktop Notifications Specification 1.2) on a private bus. */
interface NotificationService {
  readonly shown: readonly ShownNotification[];
  /** Presses a button of a notification. */
  press(id: number, action: string): void;
  /** Presses this button of each notification at once, before the program knows the notification's ID. */
  pressAtOnce(action: string): void;
  stop(): Promise<void>;
}

/**
 * Starts the service. `inhibited` is whether its Do Not Disturb mode is on; null when it does not report
 * that. `name` is its own name.
 */
export async function serveNotifications(
  address: string,
  inhibited: boolean | null = false,
  name = "stand-in",
): Promise<NotificationService> {
  const bus = await connectBus(address);
  const shown: ShownNotification[] = [];
  let atOnce: string | undefined;
  const press = (id: number, action: string) => bus.emit(PATH, NAME, "ActionInvoked", "us", [id, action]);
  bus.serve(PATH, [{
    name: NAME,
    properties: inhibited === null ? {} : { Inhibited: { signature: "b", get: () => inhibited } },
    methods: {
      GetServerInformation: { input: "", output: "ssss", call: () => [name, "Kedge's tests", "1", "1.2"] },
      Notify: {
        input: "susssasa{sv}i",
        output: "u",
        call: ([, replaces, , title, message, actions, hints]) => {
          const urgency = new Map(hints as [string, Variant][]).get("urgency")?.value;
          const id = Number(replaces) || shown.length + 1;
          shown.push({
            id,
            replaces: Number(replaces),
            title: String(title),
            message: String(message),
            actions: actions!,
            urgency,
          });
          if (atOnce !== undefined) press(id, atOnce);
          return [id];
        },
      },
    },
  }]);
  await ownName(bus, NAME);
  return {
    shown,
    press,
    pressAtOnce: (action) => void (atOnce = action),
    async stop() {
      bus.close();
      await bus.closed;
    },
  };
}
