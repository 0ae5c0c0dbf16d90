import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { tokenFile } from "../../../src/core/aws/session/names.ts";
import { formatToken } from "../../../src/core/aws/session/token.ts";
import { Secret } from "../../../src/core/secret.ts";
import { startFakePortal } from "../../support/cloud/fake_portal.ts";
import { PORTAL } from "../../support/cloud/stage.ts";
import { allProcesses, descendants } from "../../support/program/processes.ts";
import { setClock } from "../../support/program/clock.ts";
import { waitFor } from "../harness/mod.ts";
import { menuShows, pressUntilGone } from "../walk/stage.ts";
import { type Busy, LONG, whileBusy } from "./stage.ts";
import { removeFolder } from "../../support/remove_folder.ts";

const HOUR = 3_600_000;

/** Checks that everything still works; `turn` makes names that are new each time. */
async function goesOn({ desktop, paths, actions }: Busy, turn: number): Promise<void> {
  const { tray, windows } = desktop;
  await menuShows(desktop, /Do works.*40 ?%/, LONG);
  for (const pid of await actions()) {
    const folder = await Deno.readLink(`/proc/${pid}/cwd`);
    equal((await Deno.stat(folder)).isDirectory, true, `${folder} is there`);
  }
  // Kedge still applies a change of config.json, opens a window with a one-time address, and takes
  // an answer and asks the next question.
  const servers = [{ name: `orders-${turn}`, engine: "postgres", host: "127.0.0.1", port: 1 }];
  await Deno.writeTextFile(paths.config, JSON.stringify({ ...CONFIG, servers }));
  await menuShows(desktop, new RegExp(`orders-${turn} · `), LONG);
  await pressUntilGone(desktop, "Escape", "Settings");
  await tray.click(["Settings…"]);
  await windows.find("Settings", LONG);
  const question = await windows.find(/^Do asks/, LONG);
  await pressUntilGone(desktop, "Return", question.title);
  await tray.click(["Actions", "Do asks"]);
  await windows.find(/^Do asks/, LONG);
}

const CONFIG = { version: 2, ssoStartUrl: PORTAL.startUrl, ssoRegion: PORTAL.region };

async function logs({ paths }: Busy): Promise<string[]> {
  const names = (await Array.fromAsync(Deno.readDir(paths.logs))).map(({ name }) => name);
  return names.filter((name) => name.startsWith("faults~")).sort();
}

Deno.test("clocks that are set forward and back by weeks end no run, lose no history and stop nothing", async () => {
  const folder = await Deno.makeTempDir({ prefix: "kedge-clock-" });
  const clock = await setClock(folder);
  try {
    await whileBusy(async (busy) => {
      const { desktop, kedge, again } = busy;
      for (const [turn, by] of ["+40d", "-40d", "+0"].entries()) {
        await clock.set(by);
        await goesOn(busy, turn);
      }
      // Five processes write logs: the four that asked one after the other and the one that works.
      // None was removed for another.
      const before = await logs(busy);
      equal(before.length, 5);
      await desktop.tray.click(["Quit Kedge"]);
      await kedge.ended;
      await again();
      deepEqual(await logs(busy), before);
      const text = await Deno.readTextFile(join(busy.paths.logs, "kedge.log")).catch(() => "");
      equal(/\.ts:\d+/.test(text), false, text);
    }, clock.env);
  } finally {
    await removeFolder(folder);
  }
});

Deno.test("after hours of sleep Kedge goes on, and reports that the sign-in has ended", async () => {
  const folder = await Deno.makeTempDir({ prefix: "kedge-clock-" });
  const clock = await setClock(folder);
  const fake = startFakePortal();
  try {
    await whileBusy(async (busy) => {
      const { desktop, kedge, paths } = busy;
      const tokens = join(desktop.home, ".aws/sso/cache");
      await Deno.mkdir(tokens, { recursive: true });
      const token = {
        ...PORTAL,
        accessToken: new Secret(fake.open().accessToken),
        expiresAt: Date.now() + 2 * HOUR,
      };
      await Deno.writeTextFile(join(tokens, await tokenFile(PORTAL.startUrl)), formatToken(token));
      await Deno.writeTextFile(paths.config, JSON.stringify(CONFIG));
      await menuShows(desktop, /^Signed in/m, LONG);

      const all = [kedge.pid, ...descendants(kedge.pid, await allProcesses())];
      signal(all, "SIGSTOP");
      await waitFor("all to stand", async () => {
        const now = await allProcesses();
        return all.every((pid) => !now.has(pid) || now.get(pid)!.state === "T");
      });
      await clock.set("+8h");
      signal(all, "SIGCONT");

      await menuShows(desktop, /^Your sign-in ended at /m, LONG);
      await goesOn(busy, 0);
    }, { ...fake.env, ...clock.env });
  } finally {
    await fake.close();
    await removeFolder(folder);
  }
});

function signal(pids: readonly number[], what: "SIGSTOP" | "SIGCONT"): void {
  for (const pid of pids) {
    try {
      Deno.kill(pid, what);
    } catch {
      // The process has just ended.
    }
  }
}
