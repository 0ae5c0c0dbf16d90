import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import { start } from "../../desktop/harness/process.ts";
import { testOn } from "../../support/systems.ts";
import { testFolder } from "../../support/folder.ts";
import { claimPort, freePort } from "../../support/servers/ports.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { endFamily, familyOf } from "../../support/family.ts";
import { removeFolder } from "../../support/remove_folder.ts";

testOn(["shell"], "start() has all output of a program once it reports the end", async () => {
  const script = "head -c 60000 /dev/zero | tr '\\0' a; echo; echo end";
  const ends = await Promise.all(Array.from({ length: 40 }, async () => {
    const program = start(["/bin/sh", "-c", script], { PATH: "/usr/bin:/bin" });
    await program.ended;
    const end = program.output().slice(-4);
    await program.kill();
    return end;
  }));
  deepEqual([...new Set(ends)], ["end\n"]);
});

/** The port claimed before, how many minutes ago, and whether this port is free. */
const CLAIMS: [what: string, before: number | null, minutes: number, may: boolean][] = [
  ["nobody has found", null, 0, true],
  ["another test has just found", 20_001, 0, false],
  ["another test has found long ago", 20_001, 5, true],
  ["stands beside one that was just found", 20_002, 0, true],
];
for (const [what, before, minutes, may] of CLAIMS) {
  Deno.test(`claimPort() ${may ? "takes" : "leaves"} a port that ${what}`, async () => {
    const folder = await testFolder();
    const now = Date.now();
    if (before !== null) equal(claimPort(before, folder, now), true);
    equal(claimPort(20_001, folder, now + minutes * 60_000), may);
  });
}

Deno.test("freePort() returns a different port for each call, in other processes too", async () => {
  const of = JSON.stringify(import.meta.resolve("../../support/servers/ports.ts"));
  const program = `import { freePort } from ${of}; console.log(freePort());`;
  const asked = await Promise.all(Array.from({ length: 3 }, async () => {
    const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["eval", "--no-check", program] })
      .output();
    return new TextDecoder().decode(stdout).trim();
  }));
  const all = [...asked, `${freePort()}`, `${freePort()}`];
  for (const port of all) match(port, /^(2\d|3[01])\d{3}$/);
  equal(new Set(all).size, all.length);
});

/**
 * Scripts started by a program that has the mark; `env -i` clears it, `( … & )` leaves the parent
 * and `setsid` the session.
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
  testOn(["proc"], `familyOf() finds a program that ${what}`, async () => {
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
    let over = false;
    const ended = child.status.then(() => over = true);
    const leaders = [{ pid: child.pid, over: () => over }];
    const family = familyOf({ mark: ["FAMILY_MARK", value], folder, leaders });
    const command = (pid: number) => Deno.readTextFile(`/proc/${pid}/cmdline`).catch(() => "");
    let left: number[] = [];
    for (let seen = false; !seen;) {
      left = await family();
      seen = (await Promise.all(left.map(command))).includes("sleep\x0063\0");
    }
    ok(!left.includes(Deno.pid));
    await endFamily(family);
    deepEqual(await family(), []);
    await ended;
  });
}

testOn(["proc"], "familyOf() leaves out the session of its caller", async () => {
  const value = crypto.randomUUID();
  const child = new Deno.Command("/bin/sleep", { args: ["63"], env: { FAMILY_MARK: value } }).spawn();
  deepEqual(await familyOf({ mark: ["FAMILY_MARK", value], folder: await testFolder() })(), [child.pid]);
  child.kill("SIGKILL");
  await child.status;
});

testOn(["proc"], "familyOf() leaves out a process that reuses the ID of an ended leader", async () => {
  const folder = await testFolder();
  const stranger = new Deno.Command("/bin/sleep", { args: ["63"], detached: true }).spawn();
  const found = (over: boolean) =>
    familyOf({
      mark: ["FAMILY_MARK", crypto.randomUUID()],
      folder,
      leaders: [{ pid: stranger.pid, over: () => over }],
    })();
  deepEqual(await found(false), [stranger.pid]);
  deepEqual(await found(true), []);
  stranger.kill("SIGKILL");
  await stranger.status;
});

testOn(["proc"], "a folder stays removed once the programs that recreate it have ended", async () => {
  const value = crypto.randomUUID(), folder = join(await testFolder(), "written");
  const writer = 'while :; do mkdir -p "$0/a" && echo x >"$0/a/$$"; done';
  // An orphan with another environment, like a browser's helper.
  const child = new Deno.Command("/bin/sh", {
    args: ["-c", `(env -i /bin/sh -c '${writer}' "$0" 2>/dev/null &)`, folder],
    env: { FAMILY_MARK: value },
    detached: true,
    stdout: "null",
    stderr: "null",
  }).spawn();
  await child.status;
  const leaders = [{ pid: child.pid, over: () => true }];
  const family = familyOf({ mark: ["FAMILY_MARK", value], folder, leaders });
  await waitFor("the writer", () => Deno.stat(`${folder}/a`));
  await endFamily(family);
  await removeFolder(folder);
  deepEqual(await family(), []);
  await rejects(Deno.stat(folder), Deno.errors.NotFound);
});
