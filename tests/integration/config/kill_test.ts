import { deepEqual, equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { removeFolder } from "../../support/remove_folder.ts";

const SAVER = fileURLToPath(new URL("../../support/program/config_saver.ts", import.meta.url));
// On Windows one start of the saver takes as long as a whole round on Linux.
const SAVES = Deno.build.os === "windows" ? 100 : 500;

const withModel = (model: string, filler: string) =>
  `{\n  // kept\n  "aiModel": "${model}", // too\n  "filler": "${filler}",\n}\n`;

/**
 * Starts the saver and kills it some milliseconds after its first save; returns the last save that
 * it reported.
 */
async function saveUntilKilled(file: string, first: number, ms: number): Promise<number> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", SAVER, file, String(first)],
    stdin: "null",
    stdout: "piped",
  }).spawn();
  let told = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    told += text;
    timer ??= setTimeout(() => child.kill("SIGKILL"), ms);
  }
  const { signal, success } = await child.status;
  // Windows has no signals and reports only the failure.
  deepEqual([signal, success], [Deno.build.os === "windows" ? null : "SIGKILL", false]);
  return Number(told.trimEnd().split("\n").at(-1));
}

Deno.test(`config.json is the old or the new one after SIGKILL at random moments of ${SAVES} saves`, async () => {
  const folder = await Deno.makeTempDir({ prefix: "kedge-kill-" });
  try {
    const file = join(folder, "config.json");
    const filler = "x".repeat(100_000);
    await Deno.writeTextFile(file, withModel("m0", filler));
    let saves = 0, kills = 0;
    for (let random = 7; saves < SAVES;) {
      random = random * 48271 % 2147483647;
      const told = await saveUntilKilled(file, saves + 1, 10 + random % 50);
      kills++;
      const text = await Deno.readTextFile(file);
      const found = Number(/"m(\d+)"/.exec(text)?.[1]);
      equal(text, withModel(`m${found}`, filler));
      ok(found === told || found === told + 1, `told ${told}, found ${found}`);
      saves = found;
    }
    ok(kills >= 10, `only ${kills} kills`);
  } finally {
    await removeFolder(folder);
  }
});
