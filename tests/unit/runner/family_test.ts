import { deepEqual, ok } from "node:assert/strict";
import { join } from "node:path";
import { familyOf } from "../../support/family.ts";
import { testFolder } from "../../support/folder.ts";

/**
 * Each is started by a program that has the mark; `env -i` writes over it, `( … & )` leaves its parent and `setsid` its
 * session.
 */
const ESCAPES: [what: string, script: string][] = [
  ["has nothing of it but a file of the folder open", '(env -i setsid sleep 63 <"$FOLDER"/file &)'],
  ["has nothing of it but the folder that it works in", 'cd "$FOLDER"/in && (env -i setsid sleep 63 &)'],
  ["has the mark", "exec sleep 63"],
  ["descends from one that has it, without it", "env -i sleep 63; true"],
  [
    "was in a session with one that has it, without it and without a parent",
    "(env -i sleep 63 &); exec sleep 64",
  ],
  ["is in a session whose leader has ended, without it and without a parent", "(env -i sleep 63 &)"],
  ["left the session and its parent, with the mark", "(setsid sleep 63 &)"],
];

for (const [what, script] of ESCAPES) {
  Deno.test(`familyOf() finds a program that ${what}`, async () => {
    const value = crypto.randomUUID();
    const folder = await testFolder();
    await Deno.writeTextFile(join(folder, "file"), "");
    await Deno.mkdir(join(folder, "in"));
    const child = new Deno.Command("/bin/sh", {
      args: ["-c", script],
      env: { FAMILY_MARK: value, FOLDER: folder },
      detached: true,
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    const family = familyOf({ mark: ["FAMILY_MARK", value], folder, leaders: [child.pid] });
    const command = (pid: number) => Deno.readTextFile(`/proc/${pid}/cmdline`).catch(() => "");
    let left: number[] = [];
    for (let seen = false; !seen;) {
      left = await family();
      seen = (await Promise.all(left.map(command))).includes("sleep\x0063\0");
    }
    ok(!left.includes(Deno.pid));
    while (left.length > 0) {
      for (const pid of left) {
        try {
          Deno.kill(pid, "SIGKILL");
        } catch {
          // It ended in this moment.
        }
      }
      left = await family();
    }
    deepEqual(left, []);
    await child.status;
  });
}

Deno.test("familyOf() leaves out the session of the one that asks", async () => {
  const value = crypto.randomUUID();
  const child = new Deno.Command("/bin/sleep", { args: ["63"], env: { FAMILY_MARK: value } }).spawn();
  deepEqual(await familyOf({ mark: ["FAMILY_MARK", value], folder: await testFolder() })(), [child.pid]);
  child.kill("SIGKILL");
  await child.status;
});
