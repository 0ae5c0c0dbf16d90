import assert from "node:assert/strict";
import { type Bus, connectBus } from "../../../src/core/dbus/mod.ts";
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

for (
  const [name, again, actions] of [
    ["Xfce Notify Daemon", "Plasma", ["default", "Show the run"]],
    ["Plasma", "Xfce Notify Daemon", ["default", "Show the run", "open", "Show the run"]],
  ] as const
) {
  Deno.test(`what leads to a run is offered as ${actions.length / 2} on ${name}, also after ${again}`, async () => {
    await withBus(async (address) => {
      const notifier = linuxNotifier(() => {}, () => connectBus(address));
      const one = { title: "Deploy", message: "done", urgency: "normal" } as const;
      const former = await serveNotifications(address, false, again);
      await notifier.show({ ...one, onOpen: () => {}, button: "Show the run" });
      await former.stop();
      const service = await serveNotifications(address, false, name);
      await notifier.show({ ...one, onOpen: () => {}, button: "Show the run" });
      assert.deepEqual(service.shown.map((shown) => shown.actions), [actions]);
      notifier.close();
      await service.stop();
    });
  });
}

Deno.test("a click that comes before the ID of its notification counts", async () => {
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

Deno.test("a click on another program's notification opens nothing when the service has started again", async () => {
  await withBus(async (address) => {
    const former = await serveNotifications(address);
    const notifier = linuxNotifier(() => {}, () => connectBus(address));
    const one = { title: "Deploy", message: "done", urgency: "normal", about: "run-1" } as const;
    const clicked: string[] = [];
    await notifier.show({ ...one, onOpen: () => clicked.push("former") });
    await former.stop();
    const service = await serveNotifications(address);
    service.press(1, "default");
    // Neither replaces a notification of the former service; the next click arrives after the one above.
    const opened = Promise.withResolvers<void>();
    await notifier.show({ ...one, about: "run-2" });
    await notifier.show({ ...one, onOpen: opened.resolve });
    assert.deepEqual(service.shown.map(({ id, replaces }) => [id, replaces]), [[1, 0], [2, 0]]);
    service.press(2, "default");
    await opened.promise;
    assert.deepEqual(clicked, []);
    notifier.close();
    await service.stop();
  });
});

Deno.test("a click opens once, also when the first connection heard only a part", async () => {
  await withBus(async (address) => {
    const service = await serveNotifications(address);
    let connections = 0;
    const notifier = linuxNotifier(() => {}, async () => {
      const bus = await connectBus(address);
      if (++connections > 1) return bus;
      // The first request for signals succeeds, but the last one fails.
      const listen: Bus["listen"] = (match, heard) =>
        match.member === "NotificationClosed"
          ? Promise.reject(new Error("no answer"))
          : bus.listen(match, heard);
      return {
        name: bus.name,
        closed: bus.closed,
        call: bus.call.bind(bus),
        listen,
        serve: bus.serve.bind(bus),
        emit: bus.emit.bind(bus),
        close: bus.close.bind(bus),
      };
    });
    const one = { title: "Deploy", message: "done", urgency: "normal" } as const;
    assert.equal(await notifier.show(one), false);
    let opened = 0;
    await notifier.show({ ...one, onOpen: () => opened++ });
    service.press(1, "default");
    await notifier.show(one);
    assert.deepEqual([opened, connections], [1, 2]);
    notifier.close();
    await service.stop();
  });
});

Deno.test("two notifications about the same at once are one, which shows the later one", async () => {
  await withBus(async (address) => {
    const service = await serveNotifications(address);
    const notifier = linuxNotifier(() => {}, () => connectBus(address));
    const one = { title: "Deploy", about: "run-1" } as const;
    // A critical notification needs another request before it is sent, so a later one could
    // overtake it.
    await Promise.all([
      notifier.show({ ...one, message: "failed", urgency: "critical" }),
      notifier.show({ ...one, message: "done after all", urgency: "normal" }),
    ]);
    assert.deepEqual(service.shown.map(({ message, replaces }) => [message, replaces]), [
      ["failed", 0],
      ["done after all", 1],
    ]);
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
