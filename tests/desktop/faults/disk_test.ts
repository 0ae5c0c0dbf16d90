import { equal, match } from "node:assert/strict";
import { join } from "node:path";
import type { KedgePaths } from "../../../src/core/paths.ts";
import { sharePages } from "../../support/pages/assets.ts";
import { program } from "../../support/program/program.ts";
import { waitFor } from "../harness/mod.ts";
import { menuShows, pressUntilGone } from "../walk/stage.ts";
import { type Busy, LONG, whileBusy } from "./stage.ts";

/**
 * Mounts a disk of 40 MB as the home folder; false when this user may not mount. The command line
 * has smaller tests for that case.
 */
async function mounted(home: string, ...options: string[]): Promise<boolean> {
  const args = ["-t", "tmpfs", "-o", ["size=40m", "mode=700", ...options].join(","), "kedge-test", home];
  return (await new Deno.Command("mount", { args, stderr: "null" }).output()).success;
}

async function unmount(home: string): Promise<void> {
  await new Deno.Command("umount", { args: ["-l", home], stderr: "null" }).output();
}

async function mayMount(): Promise<boolean> {
  const folder = await Deno.makeTempDir({ prefix: "kedge-mount-" });
  const may = await mounted(folder);
  if (may) await unmount(folder);
  await Deno.remove(folder);
  return may;
}

async function onOwnDisk(play: (busy: Busy) => Promise<void>): Promise<void> {
  let home = "";
  const prepare = async (paths: KedgePaths) => {
    home = paths.home;
    equal(await mounted(home), true);
    await sharePages(paths);
    await Deno.writeTextFile(paths.config, CONFIG, { mode: 0o600 });
  };
  await whileBusy(
    async (busy) => {
      try {
        await play(busy);
      } finally {
        await unmount(home);
      }
    },
    {},
    prepare,
  );
}

const CONFIG = '{ "version": 2, "aiModel": "kept" }\n';

async function fill(file: string): Promise<void> {
  const ballast = await Deno.open(file, { write: true, create: true });
  try {
    for (;;) await ballast.write(new Uint8Array(4096));
  } catch (error) {
    equal((error as { code?: string }).code, "ENOSPC");
  } finally {
    ballast.close();
  }
}

/** Checks that an action runs, asks and ends, although the disk has failed. */
async function asksAgain({ desktop }: Busy): Promise<void> {
  const question = await desktop.windows.find(/^Do asks/, LONG);
  await pressUntilGone(desktop, "Return", question.title);
  await desktop.tray.click(["Actions", "Do asks"]);
  await desktop.windows.find(/^Do asks/, LONG);
  await menuShows(desktop, /Do works.*40 ?%/);
}

const ignore = !await mayMount();

Deno.test({
  name:
    "a disk that fills up while Kedge works stops no run and no question, and costs neither configuration nor state",
  ignore,
  fn: () =>
    onOwnDisk(async (busy) => {
      const { desktop, kedge, paths, again } = busy;
      const ballast = join(paths.home, ".ballast");
      await waitFor("the state", () => Deno.stat(paths.state), LONG);
      await fill(ballast);
      await asksAgain(busy);
      await desktop.tray.click(["Quit Kedge"]);
      await kedge.ended;
      equal(await Deno.readTextFile(paths.config), CONFIG);
      match(await Deno.readTextFile(paths.state), /^\{[\s\S]*\}\s*$/);
      await Deno.remove(ballast);
      await again();
      await desktop.tray.click(["Actions", "Do asks"]);
      await desktop.windows.find(/^Do asks/, LONG);
    }),
});

Deno.test({
  name: "a start on a read-only home says so with what to do, and is as good as none",
  ignore,
  fn: () =>
    onOwnDisk(async ({ desktop, kedge, paths, actions }) => {
      await kedge.kill("SIGKILL");
      await waitFor("the actions to end", async () => (await actions()).length === 0);
      const lock = ["-o", "remount,ro", paths.home];
      await waitFor(
        "the lock",
        async () => (await new Deno.Command("mount", { args: lock }).output()).success,
      );
      const next = desktop.start([...program(), "--hidden"], { KEDGE_TRAY: "status-notifier" });
      equal((await next.ended).code, 1);
      const said = /^kedge: .* cannot be written to: the disk is read-only\nMake room/;
      match(await waitFor("its words", () => said.exec(next.output())?.[0]), said);
      equal(await Deno.readTextFile(paths.config), CONFIG);
    }),
});
