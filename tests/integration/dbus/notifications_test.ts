import assert from "node:assert/strict";
import { type Bus, connectBus, type Value } from "../../../src/core/dbus/mod.ts";
import { linuxNotifier } from "../../../src/tray/notifications/linux.ts";
import { ownName, withBus } from "../../support/servers/bus.ts";

const INTERFACE = "org.freedesktop.Notifications", PATH = "/org/freedesktop/Notifications";

/** Serves notifications as a desktop does, and returns those that it was given. */
async function serveNotifications(bus: Bus): Promise<Value[][]> {
  const shown: Value[][] = [];
  bus.serve(PATH, [{
    name: INTERFACE,
    methods: {
      Notify: {
        input: "susssasa{sv}i",
        output: "u",
        call: (given) => (shown.push([...given]), [shown.length]),
      },
    },
    signals: { ActionInvoked: "us", NotificationClosed: "uu" },
  }]);
  await ownName(bus, INTERFACE);
  return shown;
}

for (const [what, action] of [["the button", "open"], ["the notification itself", "default"]] as const) {
  Deno.test(`a notification leads where it says when ${what} is clicked, and once it is closed nowhere`, async () => {
    await withBus(async (address) => {
      const desktop = await connectBus(address);
      const shown = await serveNotifications(desktop);
      const words: unknown[] = [];
      const notifier = linuxNotifier((word) => words.push(word), () => connectBus(address));
      let opened = Promise.withResolvers<void>();
      const text = { title: "Your sign-in ends in 10 minutes", message: "Sign in again." };
      const tell = () =>
        notifier.show({ ...text, urgency: "normal", button: "Sign in", onOpen: () => opened.resolve() });
      assert.equal(await tell(), true);
      assert.deepEqual(shown[0]!.slice(3, 6), [text.title, text.message, [
        "default",
        "Sign in",
        "open",
        "Sign in",
      ]]);
      // Signals about other programs' notifications are ignored.
      desktop.emit(PATH, INTERFACE, "ActivationToken", "us", [9, "other"]);
      desktop.emit(PATH, INTERFACE, "ActivationToken", "us", [1, "word"]);
      desktop.emit(PATH, INTERFACE, "ActionInvoked", "us", [1, action]);
      await opened.promise;
      assert.deepEqual(words, ["word"]);

      opened = Promise.withResolvers();
      let late = false;
      opened.promise.then(() => late = true);
      desktop.emit(PATH, INTERFACE, "NotificationClosed", "uu", [1, 2]);
      desktop.emit(PATH, INTERFACE, "ActionInvoked", "us", [1, action]);
      // Signals arrive in order, so this one comes after the earlier ones.
      assert.equal(await tell(), true);
      assert.equal(late, false);
      notifier.close();
      desktop.close();
      await desktop.closed;
    });
  });
}
