import assert from "node:assert/strict";
import { connectBus } from "../../../src/core/dbus/mod.ts";
import { linuxNotifier } from "../../../src/tray/notifications/linux.ts";
import { withBus } from "../../support/servers/bus.ts";
import { serveNotifications } from "../../support/servers/notifications.ts";

Deno.test("a notification takes the place of an earlier one about the same, and its button leads there", async () => {
  await withBus(async (address) => {
    const service = await serveNotifications(address, false);
    const { shown } = service;
    const notifier = linuxNotifier(() => {}, () => connectBus(address));
    const opened = Promise.withResolvers<void>();
    const one = { title: "Deploy", urgency: "normal", about: "run-1" } as const;
    await notifier.show({ ...one, message: "half" });
    await notifier.show({ ...one, message: "done", onOpen: opened.resolve, button: "Show the run" });
    await notifier.show({ ...one, message: "another", about: "run-2" });
    assert.deepEqual(shown.map(({ replaces }) => replaces), [0, 1, 0]);
    assert.deepEqual(shown[1]!.actions, ["default", "Show the run", "open", "Show the run"]);
    service.press(1, "open");
    await opened.promise;
    notifier.close();
    await service.stop();
  });
});

Deno.test("a click that comes before the number of what was clicked counts", async () => {
  await withBus(async (address) => {
    const service = await serveNotifications(address);
    service.pressAtOnce("open");
    const notifier = linuxNotifier(() => {}, () => connectBus(address));
    const opened = Promise.withResolvers<void>();
    await notifier.show({
      title: "Deploy",
      message: "done",
      urgency: "normal",
      onOpen: opened.resolve,
      button: "Show the run",
    });
    await opened.promise;
    notifier.close();
    await service.stop();
  });
});

for (const [inhibited, urgency] of [[false, 2], [true, 1], [null, 1]] as const) {
  Deno.test(`what failed has urgency ${urgency} when silent hours are ${inhibited}`, async () => {
    await withBus(async (address) => {
      const service = await serveNotifications(address, inhibited);
      const { shown } = service;
      const notifier = linuxNotifier(() => {}, () => connectBus(address));
      await notifier.show({ title: "Deploy", message: "failed", urgency: "critical" });
      assert.equal(shown[0]!.urgency, urgency);
      notifier.close();
      await service.stop();
    });
  });
}
