import { deepEqual } from "node:assert/strict";
import { join } from "node:path";
import { kedgePaths } from "../../../src/core/paths.ts";
import { installActions, shareGoCache } from "../../support/program/actions.ts";
import { program } from "../../support/program/program.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { type Desktop, type Running, startDesktop, waitFor } from "../harness/mod.ts";
import { menuShows, pressUntilGone } from "../walk/stage.ts";

/** A first compile builds Go's standard library as well, in ms. */
const LONG = 120_000;

const WORKS = `package action

import (
	"fmt"

	"kedge"
)

func Run(k *kedge.Ctx) error {
	k.ShowProgress(kedge.ProgressOptions{Title: "Copying", Cancelable: true})
	k.UpdateProgress(0.4, "4 of 10")
	fmt.Println("line before the fault")
	<-k.Context().Done()
	return nil
}
`;

const ASKS = `package action

import "kedge"

func Run(k *kedge.Ctx) error {
	return k.Alert("Answer me")
}
`;

/** Kedge in the middle of its work. */
interface Busy {
  readonly desktop: Desktop;
  readonly kedge: Running;
  /** The processes of the actions that run. */
  actions(): Promise<number[]>;
  /** The process of the action that asks. */
  readonly asking: number;
  /** Starts it anew in the same home. */
  again(): Promise<Running>;
}

/** A Kedge that runs an action, asks the question of another, and has its settings open. */
async function whileBusy(play: (busy: Busy) => Promise<void>): Promise<void> {
  const desktop = await startDesktop();
  const paths = kedgePaths(join(desktop.home, ".kedge"));
  const again = async () => {
    const kedge = desktop.start([...program(), "--hidden"], { KEDGE_TRAY: "status-notifier" });
    await waitFor("the tray menu", () => desktop.tray.find(["Actions", "Do works"]), LONG);
    return kedge;
  };
  try {
    await shareGoCache(paths);
    await installActions(paths, "faults", [{ id: "works", source: WORKS }, { id: "asks", source: ASKS }]);
    const kedge = await again();
    const actions = () => processesNaming(join(paths.cache, "actions"));
    await desktop.tray.click(["Actions", "Do works"]);
    await menuShows(desktop, /Do works.*40 ?%/, LONG);
    const working = await actions();
    await desktop.tray.click(["Actions", "Do asks"]);
    await desktop.windows.find(/^Do asks/, LONG);
    await desktop.tray.click(["Settings…"]);
    await desktop.windows.find("Settings", LONG);
    const asking = (await actions()).find((pid) => !working.includes(pid));
    await play({ desktop, kedge, actions, asking: asking!, again });
  } finally {
    await desktop.stop();
  }
}

/** The processes whose command line holds the text. */
async function processesNaming(text: string): Promise<number[]> {
  const found: number[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const command = await Deno.readTextFile(`/proc/${name}/cmdline`).catch(() => "");
    if (command.includes(text)) found.push(Number(name));
  }
  return found;
}

Deno.test("a Kedge that is killed leaves no action and no window behind, and the next start tells what became of its runs", () =>
  whileBusy(async ({ desktop, kedge, actions, again }) => {
    const { windows } = desktop;
    await kedge.kill("SIGKILL");
    await waitFor("the actions to end", async () => (await actions()).length === 0);
    await waitFor("the windows to go", async () => (await windows.list()).length === 0);
    await again();
    await desktop.tray.click(["Actions", "Do asks"]);
    const question = await windows.find(/^Do asks/, LONG);
    await pressUntilGone(desktop, "Return", question.title);
  }));

Deno.test("an action that is killed while it asks has failed, takes its question along, and the other goes on", () =>
  whileBusy(async ({ desktop, asking }) => {
    const question = await desktop.windows.find(/^Do asks/);
    Deno.kill(asking, "SIGKILL");
    await desktop.windows.gone(question.title);
    await menuShows(desktop, /Do works.*40 ?%/);
  }));

Deno.test("a panel that dies while its menu is open takes nothing along: the icon is there again with the next one", () =>
  whileBusy(async ({ desktop, actions }) => {
    const { tray } = desktop;
    const before = await actions();
    await tray.activate();
    await desktop.stopPanel();
    await desktop.startPanel();
    await tray.item(LONG);
    await menuShows(desktop, /Do works.*40 ?%/);
    deepEqual(await actions(), before);
    await tray.find(["Actions", "Do asks · waits for you"]);
  }));

Deno.test("a database that falls silent and dies in the middle of a test is told, and Kedge goes on", async () => {
  const postgres = await startPostgres();
  let stopped: Promise<void> | undefined;
  const stop = () => stopped ??= postgres.stop();
  const servers = [{ name: "orders", engine: "postgres", host: "127.0.0.1", port: postgres.port }];
  try {
    await whileBusy(async ({ desktop }) => {
      const { tray, windows } = desktop;
      await Deno.writeTextFile(
        join(desktop.home, ".kedge/config.json"),
        JSON.stringify({ version: 2, servers }),
      );
      await menuShows(desktop, /orders · /);
      await postgres.pause();
      await tray.click(["Servers", "orders…*", "Test connection"]);
      const login = await windows.find(/orders/, LONG);
      await windows.activate(login);
      await windows.type("app", login);
      await windows.key("Tab", login);
      await windows.type("wrong", login);
      await windows.key("Return", login);
      await menuShows(desktop, /Testing/);
      await stop();
      await menuShows(desktop, /orders .*(ended|closed|refused|failed)/i, LONG);
      await menuShows(desktop, /Do works.*40 ?%/);
    });
  } finally {
    await stop();
  }
});
