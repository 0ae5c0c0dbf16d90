import assert from "node:assert/strict";
import { connectBus, type Value } from "../../../src/core/dbus/mod.ts";
import { iconIsUp, watchHost } from "../../../src/tray/systray/host.ts";
import { ownName, withBus } from "../../support/servers/bus.ts";

const WATCHER = "org.kde.StatusNotifierWatcher";
const always = () => true;

/**
 * What a desktop lists, the process whose icon is searched, whether it is searched, and whether it
 * is found.
 */
const CASES: readonly (readonly [
  name: string,
  items: (own: string) => Value,
  pid: number,
  on: () => boolean,
  up: boolean,
])[] = [
  ["it is listed", (own) => [`${own}/StatusNotifierItem`], Deno.pid, always, true],
  ["it is listed behind others", (own) => ["/path", ":1.999/Item", own], Deno.pid, always, true],
  ["others are listed alone", (own) => [`${own}/StatusNotifierItem`], 1, always, false],
  ["nothing is listed", () => [], Deno.pid, always, false],
  ["nobody wants it any more", () => [], Deno.pid, () => false, false],
];
for (const [name, items, pid, on, up] of CASES) {
  Deno.test(`iconIsUp() is ${up} when ${name}`, () =>
    withBus(async (address) => {
      const bus = await connectBus(address);
      bus.serve("/StatusNotifierWatcher", [{
        name: WATCHER,
        properties: { RegisteredStatusNotifierItems: { signature: "as", get: () => items(bus.name) } },
        methods: {},
      }]);
      await ownName(bus, WATCHER);
      assert.equal(await iconIsUp(pid, up ? 30_000 : 200, on, () => connectBus(address)), up);
      bus.close();
      await bus.closed;
    }));
}

Deno.test("watchHost() tells of a bus that does not answer, and leaves it", async () => {
  await withBus(async (address) => {
    const told: (string | null)[] = [];
    const bus = await connectBus(address);
    const stop = await watchHost((why) => told.push(why), () => {
      bus.listen = () => Promise.reject(new Error("no answer"));
      return Promise.resolve(bus);
    });
    await bus.closed;
    stop();
    assert.deepEqual(told, ["no answer"]);
  });
});
