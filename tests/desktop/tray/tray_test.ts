import assert from "node:assert/strict";
import type { Command } from "../../../src/core/app/command.ts";
import type { AppState } from "../../../src/core/state/state.ts";
import { trayView } from "../../../src/tray/mod.ts";
import { action, busyState, emptyState, extension, run, server } from "../../support/pages/state.ts";
import { type Desktop, type DesktopOptions, startDesktop, waitFor } from "../harness/mod.ts";

const PROGRAM = new URL("./program.ts", import.meta.url).pathname;

/** A tray on a private desktop, and everything that it printed. */
interface Stage {
  readonly desktop: Desktop;
  show(state: AppState): Promise<void>;
  said(what: string): unknown[];
  /** Waits for a command that was not returned before, and returns it. */
  command(): Promise<Command>;
  output(): string;
  readonly pid: number;
}

async function onStage(
  kind: string,
  options: DesktopOptions & { env?: Record<string, string> },
  play: (stage: Stage) => Promise<void>,
): Promise<void> {
  const desktop = await startDesktop(options);
  try {
    const env = { KEDGE_TRAY: kind, AWS_SECRET_ACCESS_KEY: "planted-secret", ...options.env };
    const program = desktop.start([Deno.execPath(), "run", "-A", PROGRAM], env);
    const said = (what: string) =>
      program.output().split("\n").filter((line) => line.startsWith(`${what} `))
        .map((line): unknown => JSON.parse(line.slice(what.length + 1)));
    let heard = 0, shown = 0;
    await play({
      desktop,
      said,
      pid: program.pid,
      output: () => program.output(),
      async show(state) {
        await program.send(JSON.stringify(trayView(state)));
        shown++;
        await waitFor("the program to take the view", () => said("shown").length >= shown);
      },
      async command() {
        await waitFor("a command", () => said("command").length > heard);
        return said("command")[heard++] as Command;
      },
    });
  } finally {
    await desktop.stop();
  }
}

/** Waits until the menu has the item that the labels lead to. */
const sees = ({ tray }: Desktop, labels: readonly string[]) =>
  waitFor(`the line ${labels.join(" > ")}`, () => tray.find(labels));

const oneServer = emptyState({ servers: [server("orders_db")] });
const asking = emptyState({ dialogs: [{ id: "d1", kind: "confirm", message: "Go on?", openedAt: 0 }] });

for (const kind of ["status-notifier", "systray2"]) {
  Deno.test(`tray by ${kind} shows the menu and turns clicks into commands`, async () => {
    await onStage(kind, {}, async ({ desktop: { tray }, show, said, command }) => {
      await show(busyState());
      await tray.click(["Servers", "legacy_shop · test failed", "Set password…"]);
      assert.deepEqual(await command(), { name: "setPassword", server: "legacy_shop" });
      await tray.click(["Deploying · 40 %", "Stop"]);
      assert.deepEqual(await command(), { name: "stopRun", run: "r1" });
      await tray.click(["Actions", "Shop tools", "Roll back"]);
      assert.deepEqual(await command(), { name: "runAction", extension: "shop", action: "rollback" });

      // Hosts also report clicks on disabled items and on submenus; these must do nothing.
      await tray.click(["Actions", "From the future", "Beam · kedge ≥ 2.0.0"]);
      await tray.click(["Servers", "warehouse · testing…", "Testing…"]);
      await tray.click(["Actions"]);
      await tray.click(["Quit Kedge"]);
      assert.deepEqual(await command(), { name: "quit" });
      assert.equal(said("command").length, 4);
    });
  });

  Deno.test(`tray by ${kind} follows the state while it runs`, async () => {
    await onStage(kind, {}, async ({ desktop, show, command }) => {
      const { tray } = desktop;
      await show(oneServer);
      await sees(desktop, ["Servers", "orders_db · PostgreSQL", "Test connection"]);
      // The same items with other labels.
      await show(emptyState({ servers: [server("orders_db", { test: { status: "running", since: 0 } })] }));
      await sees(desktop, ["Servers", "orders_db · testing…", "Testing…"]);
      // Other items.
      await show({
        ...oneServer,
        extensions: [extension("shop", [action("deploy", { label: "Deploy" })])],
        runs: [run("r9")],
      });
      await tray.click(["Deploy · running", "Show output"]);
      assert.deepEqual(await command(), { name: "openWindow", page: "console", params: { run: "r9" } });
      await sees(desktop, ["Actions", "Deploy · running", "Stop"]);
      await show(oneServer);
      await waitFor("the run to leave the menu", async () => !(await tray.menuText()).includes("running"));
      await waitFor("one icon alone", async () => (await tray.items()).length === 1);
    });
  });

  Deno.test(`tray by ${kind} comes back when the panel does`, async () => {
    await onStage(kind, {}, async ({ desktop, show, said }) => {
      await show(oneServer);
      await desktop.tray.item();
      await desktop.stopPanel();
      await waitFor("the problem", () => said("problem").at(-1));
      await desktop.startPanel();
      await sees(desktop, ["Servers", "orders_db · PostgreSQL"]);
      await waitFor("the problem to be solved", () => said("problem").at(-1) === null);
    });
  });

  Deno.test(`tray by ${kind} says what to do when no desktop part shows tray icons`, async () => {
    await onStage(kind, { panel: false }, async ({ desktop, show, said }) => {
      await show(oneServer);
      const problem = await waitFor(
        "the problem",
        () => said("problem").at(-1) as { code: string; hint: string },
      );
      assert.equal(problem.code, "no-tray-host");
      assert.match(problem.hint, /--browser/);
      assert.match(problem.hint, /palette/);
      await desktop.startPanel();
      await sees(desktop, ["Servers", "orders_db · PostgreSQL"]);
      await waitFor("the problem to be solved", () => said("problem").at(-1) === null);
    });
  });

  Deno.test(`tray by ${kind} stays up and says so when there is no session bus`, async () => {
    const env = { DBUS_SESSION_BUS_ADDRESS: "unix:path=/nonexistent/bus" };
    await onStage(kind, { bus: false, env }, async ({ show, said }) => {
      await show(oneServer);
      const problem = await waitFor("the problem", () => said("problem").at(-1) as { code: string });
      assert.equal(problem.code, "no-tray-host");
      await show(busyState());
    });
  });
}

Deno.test("tray by status-notifier activates on a left click and opens its menu on a right click", async () => {
  await onStage("status-notifier", {}, async ({ desktop, show, said, command }) => {
    await show(busyState());
    await desktop.tray.item();
    const { x, y } = desktop.icon;
    await waitFor("the activation", async () => {
      await desktop.windows.click(x, y, 1);
      return said("activate").length > 0;
    });
    await desktop.windows.click(x, y, 3);
    await waitFor("the menu", () => desktop.menuIsOpen());
    // Up selects the last item. Quick keys sometimes crash the panel in Qt's menus.
    await waitFor("the menu to take keys", async () => {
      await desktop.windows.key("Up");
      await desktop.windows.key("Return");
      return await waitFor("the command", () => said("command").length > 0, 2_000).catch(() => false);
    });
    assert.deepEqual(await command(), { name: "quit" });
  });
});

Deno.test("tray by status-notifier leaves the menu alone that is open on a real panel", async () => {
  await onStage("status-notifier", {}, async ({ desktop, show, said }) => {
    const { tray, windows, icon } = desktop;
    await show(oneServer);
    await tray.item();
    // The panel paints the icon a moment after the registration; until then a click misses it.
    await waitFor("the icon", async () => {
      await windows.click(icon.x, icon.y, 1);
      return said("activate").length > 0;
    });
    const closed = await tray.menuText();
    await windows.click(icon.x, icon.y, 3);
    await waitFor("the menu on the screen", () => desktop.menuIsOpen());
    // The panel reported the open menu before this request, so the program knows of it.
    assert.equal(await tray.menuText(), closed);
    await show({ ...oneServer, runs: [run("r1")] });
    assert.equal(await tray.menuText(), closed);
    assert.equal(await desktop.menuIsOpen(), true);
    await windows.key("Escape");
    await sees(desktop, ["Deploy · running"]);
    assert.equal(await desktop.menuIsOpen(), false);
  });
});

Deno.test("tray by status-notifier keeps the top level of an open menu until it is closed", async () => {
  await onStage("status-notifier", {}, async ({ desktop, show }) => {
    const { tray } = desktop;
    const state = { ...oneServer, runs: [run("r1", { button: { progress: 0.1, takesClicks: false } })] };
    await show(state);
    await sees(desktop, ["Deploy · 10 %"]);
    await tray.event(0, "opened");
    // Another run would add an item at the top, which makes hosts close the menu under the pointer.
    const more = {
      ...state,
      runs: [run("r2"), run("r1", { button: { progress: 0.9, takesClicks: false } })],
    };
    await show(more);
    await sees(desktop, ["Deploy · 90 %"]);
    assert.equal((await tray.menuText()).includes("Deploy · running"), false);
    await tray.event(0, "closed");
    await sees(desktop, ["Deploy · running"]);
  });
});

Deno.test("tray by status-notifier shows another picture for each state of the application", async () => {
  await onStage("status-notifier", {}, async ({ desktop: { tray }, show }) => {
    const pictures = new Set<string>();
    for (const state of [oneServer, { ...oneServer, runs: [run("r1")] }, asking]) {
      await show(state);
      pictures.add(JSON.stringify(await tray.property("IconPixmap")));
    }
    assert.equal(pictures.size, 3);
    assert.equal(JSON.stringify(await tray.property("ToolTip")).includes("1 question for you"), true);
  });
});

Deno.test("tray by systray2 starts its helper again when it dies, and gives it no credentials", async () => {
  await onStage("systray2", {}, async ({ desktop, show, pid }) => {
    await show(oneServer);
    await desktop.tray.item();
    const helper = await waitFor("the helper", () => childOf(pid));
    const environment = await Deno.readTextFile(`/proc/${helper}/environ`);
    assert.match(environment, /DISPLAY=/);
    assert.doesNotMatch(environment, /planted-secret|AWS_/);
    Deno.kill(helper, "SIGKILL");
    await waitFor("another helper", async () => {
      const next = await childOf(pid);
      return next !== null && next !== helper;
    });
    await sees(desktop, ["Servers", "orders_db · PostgreSQL"]);
  });
});

Deno.test("tray by systray2 leaves no helper behind when Kedge is killed", async () => {
  await onStage("systray2", {}, async ({ desktop: { tray }, show, pid }) => {
    await show(oneServer);
    await tray.item();
    const helper = await waitFor("the helper", () => childOf(pid));
    Deno.kill(pid, "SIGKILL");
    await waitFor("the helper's end", () => isGone(helper));
  });
});

Deno.test("tray by systray2 names the missing display", async () => {
  await onStage("systray2", { env: { DISPLAY: "" } }, async ({ show, said }) => {
    await show(oneServer);
    const problem = await waitFor(
      "the problem",
      () => said("problem").at(-1) as { code: string; message: string },
    );
    assert.equal(problem.code, "no-tray-host");
    assert.match(problem.message, /display/i);
  });
});

async function childOf(pid: number): Promise<number | null> {
  for (const entry of Deno.readDirSync(`/proc/${pid}/task`)) {
    const text = await Deno.readTextFile(`/proc/${pid}/task/${entry.name}/children`).catch(() => "");
    const child = text.trim().split(" ")[0];
    if (child) return Number(child);
  }
  return null;
}

function isGone(pid: number): boolean {
  try {
    return Deno.readTextFileSync(`/proc/${pid}/stat`).includes(") Z ");
  } catch {
    return true;
  }
}
