import assert from "node:assert/strict";
import type { Command } from "../../../src/core/app/command.ts";
import type { Problem } from "../../../src/core/state/state.ts";
import { type Bus, connectBus, DBUS } from "../../../src/core/dbus/mod.ts";
import { createStatusNotifier } from "../../../src/tray/status_notifier/mod.ts";
import { trayView } from "../../../src/tray/mod.ts";
import { beginWait } from "../../runner/slowness.ts";
import { busyState, emptyState, run, server } from "../../support/pages/state.ts";
import { ownName, withBus } from "../../support/servers/bus.ts";
import {
  DIALECTS,
  type HostLine,
  startHost,
  startWatcher,
  type TrayHost,
} from "../../support/servers/tray_host.ts";

/** Scale factors of common screens. */
const SCALES = [1, 1.5, 2, 3];

/** Starts a tray on the bus of that address, and records everything that it reports. */
async function trayOn(address: string) {
  Deno.env.set("DBUS_SESSION_BUS_ADDRESS", address);
  const said: unknown[] = [], commands: Command[] = [], problems: (Problem | null)[] = [];
  const tray = createStatusNotifier({
    onCommand: (command) => commands.push(command),
    onActivate: () => said.push("home"),
    onActivation: (word) => said.push(word),
    onProblem: (problem) => problems.push(problem),
  });
  tray.update(trayView(busyState(), 0));
  await tray.start();
  return { tray, said, commands, problems };
}

async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const isOver = beginWait(60_000);
  while (!await condition()) {
    if (isOver()) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const find = (lines: readonly HostLine[], label: string): HostLine => {
  const all = (lines: readonly HostLine[]): HostLine[] => lines.flatMap((line) => [line, ...all(line.lines)]);
  const found = all(lines).find((line) => line.label === label);
  if (!found) throw new Error(`no line ${label} among ${all(lines).map(({ label }) => label).join(", ")}`);
  return found;
};

/**
 * Returns the picture that a panel draws at a width of `pixels`: the smallest one that is large
 * enough.
 */
function pictureOf(pixmaps: unknown, pixels: number): readonly [number, number, Uint8Array] | undefined {
  return (pixmaps as [number, number, Uint8Array][]).toSorted((a, b) => a[0] - b[0])
    .find(([width]) => width >= pixels);
}

for (const dialect of DIALECTS) {
  Deno.test(`the icon is shown, clicked and has its menu as ${dialect.name} speaks`, async () => {
    await withBus(async (address) => {
      const watcher = await startWatcher(address);
      const { tray, said, commands } = await trayOn(address);
      const host: TrayHost = await startHost(address, dialect, watcher.items);
      const properties = await host.item();
      assert.deepEqual(
        ["Id", "Title", "Status", "IconName", "ItemIsMenu"].map((name) => properties.get(name)),
        // Without an icon name panels draw the pixels, which are visible on light and dark panels.
        ["kedge", "Kedge", "Active", "", false],
      );
      for (const scale of SCALES) {
        const picture = pictureOf(properties.get("IconPixmap"), dialect.icon * scale);
        assert.ok(picture, `a picture for ${dialect.icon} pixels drawn ${scale} times as large`);
        assert.equal(picture[2].length, 4 * picture[0] * picture[1]);
      }

      const opened = await host.click("left");
      if (dialect.left !== null) assert.equal(said.at(-1), "home");
      const lines = opened ?? await host.open();
      find(lines, "Roll back");
      await host.closed();
      await host.click("middle");
      assert.equal(said.at(-1), "home");
      assert.equal(said.includes("token"), dialect.token);

      await host.pick(find(lines, "Roll back"));
      // Panels also report clicks on submenus and disabled items; these must do nothing.
      await host.pick(find(lines, "Servers"));
      await host.pick(find(lines, "Testing…"));
      await host.pick(find(lines, "Quit Kedge"));
      await until("the commands", () => commands.length === 2);
      assert.deepEqual(commands.map(({ name }) => name), ["runAction", "quit"]);
      assert.equal(said.includes("token of a line"), dialect.token);

      tray.update(trayView(emptyState(), 0));
      await until(
        "the signals",
        () => host.signals.includes("NewIcon") && host.signals.includes("NewToolTip"),
      );
      const before = properties.get("IconPixmap"), after = (await host.item()).get("IconPixmap");
      assert.notDeepEqual(pictureOf(after, dialect.icon), pictureOf(before, dialect.icon));
      assert.throws(() => find(lines, "nowhere"), /no line nowhere/);
      find(await host.open(), "Quit Kedge");
      await tray.stop();
      await host.crash();
      watcher.bus.close();
      await watcher.bus.closed;
    });
  });

  Deno.test(`a panel like ${dialect.name} that starts late, restarts, or crashes while the menu is open has it as it is`, async () => {
    await withBus(async (address) => {
      const { tray, problems } = await trayOn(address);
      await until("the problem", () => problems.at(-1)?.code === "no-tray-host");
      let watcher = await startWatcher(address);
      await until("the icon", () => watcher.items.length === 1 && problems.at(-1) === null);
      const first = await startHost(address, dialect, watcher.items);
      await first.item();
      find(await first.open(), "Deploying · 40 %");

      // While a menu is open its top level does not change, because the panel would close it below
      // the pointer.
      const state = emptyState({ servers: [server("orders")], runs: [run("r1"), run("r2")] });
      tray.update(trayView(state, 0));
      await first.crash();
      const second = await startHost(address, dialect, watcher.items);
      await second.item();
      await until("the newest menu", async () => {
        const labels = (await second.read()).map(({ label }) => label);
        return labels.filter((label) => label === "Deploy · running").length === 2;
      });

      watcher.bus.close();
      await watcher.bus.closed;
      await until("the problem", () => problems.at(-1)?.code === "no-tray-host");
      watcher = await startWatcher(address);
      await until("the icon again", () => watcher.items.length === 1 && problems.at(-1) === null);
      await tray.stop();
      await second.crash();
      watcher.bus.close();
      await watcher.bus.closed;
    });
  });
}

const WATCHER = "org.kde.StatusNotifierWatcher";

/** Serves a watcher that calls `registers` for each registration. */
async function watcherThat(address: string, registers: () => void | Promise<void>): Promise<Bus> {
  const bus = await connectBus(address);
  serveWatcher(bus, registers);
  await ownName(bus, WATCHER);
  return bus;
}

function serveWatcher(bus: Bus, registers: () => void | Promise<void>): void {
  bus.serve("/StatusNotifierWatcher", [{
    name: WATCHER,
    properties: { IsStatusNotifierHostRegistered: { signature: "b", get: () => true } },
    methods: {
      RegisterStatusNotifierItem: {
        input: "s",
        output: "",
        call: async () => {
          await registers();
          return [];
        },
      },
    },
  }]);
}

const silent = { onCommand: () => {}, onActivate: () => {} };

Deno.test("a panel that answers when another one has taken its place is not told of", async () => {
  await withBus(async (address) => {
    const asked = Promise.withResolvers<void>(), held = Promise.withResolvers<void>();
    const former = await watcherThat(address, () => {
      asked.resolve();
      return held.promise;
    });
    const problems: (Problem | null)[] = [];
    const onProblem = (problem: Problem | null) => void problems.push(problem);
    const tray = createStatusNotifier({ ...silent, onProblem }, () => connectBus(address));
    const started = tray.start();
    await asked.promise;
    await former.call({ ...DBUS, member: "ReleaseName", signature: "s", body: [WATCHER] });
    const next = await watcherThat(address, () => {});
    await until("the next panel", () => problems.length === 2);
    held.reject(new Error("too late"));
    // Calls are answered in order, so the late error has been handled when this call is answered.
    await former.call({
      destination: `org.kde.StatusNotifierItem-${Deno.pid}-1`,
      path: "/StatusNotifierItem",
      interface: "org.freedesktop.DBus.Peer",
      member: "Ping",
    });
    await started;
    assert.match(problems[0]?.message ?? "", /panel has gone/);
    assert.deepEqual(problems.slice(1), [null]);
    await tray.stop();
    for (const bus of [former, next]) {
      bus.close();
      await bus.closed;
    }
  });
});

Deno.test("a panel that has its name before it answers, and then refuses at first, is asked again until it takes the icon", async () => {
  await withBus(async (address) => {
    const panel = await connectBus(address);
    await ownName(panel, WATCHER);
    const problems: (Problem | null)[] = [];
    const onProblem = (problem: Problem | null) => void problems.push(problem);
    const tray = createStatusNotifier({ ...silent, onProblem }, () => connectBus(address));
    await tray.start();
    assert.match(problems.at(-1)?.message ?? "", /No tray icon: there is no object/);
    let asked = 0;
    serveWatcher(panel, () => {
      if (++asked < 3) throw new Error("not yet");
    });
    await until("the icon", () => problems.at(-1) === null);
    assert.equal(asked, 3);
    await tray.stop();
    panel.close();
    await panel.closed;
  });
});

Deno.test("a connection on which the icon cannot be put up is given up", async () => {
  await withBus(async (address) => {
    const bus = await connectBus(address);
    let closed = false;
    void bus.closed.then(() => closed = true);
    const slow: Bus = {
      name: bus.name,
      closed: bus.closed,
      call: bus.call.bind(bus),
      listen: () => Promise.reject(new Error("no answer")),
      serve: bus.serve.bind(bus),
      emit: bus.emit.bind(bus),
      close: bus.close.bind(bus),
    };
    const problems: (Problem | null)[] = [];
    const onProblem = (problem: Problem | null) => void problems.push(problem);
    const tray = createStatusNotifier({ ...silent, onProblem }, () => Promise.resolve(slow));
    await tray.start();
    await tray.stop();
    await until("the end of the connection", () => closed);
    assert.match(problems.at(-1)?.message ?? "", /no answer/);
  });
});
