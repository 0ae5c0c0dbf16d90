import assert from "node:assert/strict";
import { connectBus, type Value, Variant } from "../../../src/core/dbus/mod.ts";
import { linuxNotifier } from "../../../src/tray/notifications/linux.ts";
import { withBus } from "../../support/servers/bus.ts";

const NAME = "org.freedesktop.Notifications";
const PATH = "/org/freedesktop/Notifications";

/** A notification service; `inhibited` is whether it has silent hours, null when it does not say. */
async function service(address: string, inhibited: boolean | null) {
  const bus = await connectBus(address);
  const shown: { readonly replaces: number; readonly actions: Value; readonly urgency: unknown }[] = [];
  bus.serve(PATH, [{
    name: NAME,
    properties: inhibited === null ? {} : { Inhibited: { signature: "b", get: () => inhibited } },
    methods: {
      Notify: {
        input: "susssasa{sv}i",
        output: "u",
        call: ([, replaces, , , , actions, hints]) => {
          const urgency = new Map(hints as [string, Variant][]).get("urgency")?.value;
          shown.push({ replaces: Number(replaces), actions: actions!, urgency });
          return [Number(replaces) || shown.length];
        },
      },
    },
  }]);
  await bus.call({
    destination: "org.freedesktop.DBus",
    path: "/org/freedesktop/DBus",
    interface: "org.freedesktop.DBus",
    member: "RequestName",
    signature: "su",
    body: [NAME, 4],
  });
  return { bus, shown };
}

Deno.test("a notification takes the place of an earlier one about the same, and its button leads there", async () => {
  await withBus(async (address) => {
    const { bus, shown } = await service(address, false);
    const notifier = linuxNotifier(() => {}, () => connectBus(address));
    const opened = Promise.withResolvers<void>();
    const one = { title: "Deploy", urgency: "normal", about: "run-1" } as const;
    await notifier.show({ ...one, message: "half" });
    await notifier.show({ ...one, message: "done", onOpen: opened.resolve, button: "Show the run" });
    await notifier.show({ ...one, message: "another", about: "run-2" });
    assert.deepEqual(shown.map(({ replaces }) => replaces), [0, 1, 0]);
    assert.deepEqual(shown[1]!.actions, ["default", "Show the run", "open", "Show the run"]);
    bus.emit(PATH, NAME, "ActionInvoked", "us", [1, "open"]);
    await opened.promise;
    notifier.close();
    bus.close();
    await bus.closed;
  });
});

for (const [inhibited, urgency] of [[false, 2], [true, 1], [null, 1]] as const) {
  Deno.test(`what failed has urgency ${urgency} when silent hours are ${inhibited}`, async () => {
    await withBus(async (address) => {
      const { bus, shown } = await service(address, inhibited);
      const notifier = linuxNotifier(() => {}, () => connectBus(address));
      await notifier.show({ title: "Deploy", message: "failed", urgency: "critical" });
      assert.equal(shown[0]!.urgency, urgency);
      notifier.close();
      bus.close();
      await bus.closed;
    });
  });
}
