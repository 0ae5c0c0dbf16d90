import { equal, match } from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { told } from "../support/debian.ts";
import { DESKTOPS } from "../desktops/prepare.ts";
import { testFolder } from "../support/folder.ts";
import { testOn } from "../support/systems.ts";
import { dropLeftovers, WINDOWS } from "../windows/prepare.ts";
import { pathHere, runProgram } from "../windows/programs.ts";

for (const plan of [WINDOWS, DESKTOPS]) {
  Deno.test(`the cost of making ${plan.name} is printed before it begins`, () => {
    const text = told(plan, "/a/folder");
    for (const part of [plan.what, plan.release, "/a/folder", `${plan.loadedMB} MB`, `${plan.diskMB} MB`]) {
      equal(text.includes(part), true, part);
    }
    match(text, /\d+ minutes/);
    equal(new Set(plan.packages).size, plan.packages.length);
  });
}

Deno.test("dropLeftovers() takes copies of Deno and temporary folders away, and nothing else", async () => {
  const drive = await testFolder(), user = join(drive, "users/root");
  const gone = [
    join(drive, "denodir/node_compat_bin/node.exe.tmp-1004"),
    join(user, "AppData/Local/Temp/kedge-home-1/state.json"),
    join(user, "Temp/kedge-user-1/file"),
  ];
  const kept = [
    join(drive, "denodir/npm/zod"),
    join(user, "AppData/Local/go-build/a"),
    join(drive, "kedge/main.ts"),
  ];
  for (const path of [...gone, ...kept]) {
    await Deno.mkdir(join(path, ".."), { recursive: true });
    await Deno.writeTextFile(path, "");
  }
  await dropLeftovers(drive);
  equal(gone.some(existsSync), false);
  equal(kept.every(existsSync), true);
  await dropLeftovers(join(drive, "absent"));
});

/** A word of a command line on Windows, and the same word where its drive is a folder. */
const WORDS: readonly (readonly [there: string, here: string])[] = [
  ["C:\\users\\root\\a key", "/drive/users/root/a key"],
  ["C:/kedge/main.ts", "/drive/kedge/main.ts"],
  [
    "core.hooksPath=C:\\Program Files\\Git\\cmd\\git.exe",
    "core.hooksPath=/drive/Program Files/Git/cmd/git.exe",
  ],
  ["file:///C:/a/b", "file:////drive/a/b"],
  ["-Y", "-Y"],
  ["ABC:\\x", "ABC:\\x"],
  ["kedge@example.com", "kedge@example.com"],
];
for (const [there, here] of WORDS) {
  Deno.test(`pathHere() reads ${there}`, () => equal(pathHere("/drive", there), here));
}

testOn(
  ["slashes"],
  "runProgram() runs a program here in the folder of the drive, and tells of paths as there",
  async () => {
    const drive = await testFolder();
    await Deno.mkdir(join(drive, "work"));
    const run = (...args: string[]) =>
      runProgram(drive, {
        program: "git",
        args,
        folder: "C:\\work",
        env: { USERPROFILE: "C:\\home" },
        input: null,
      });
    const text = (base64: string) => new TextDecoder().decode(Uint8Array.fromBase64(base64)).trim();
    equal((await run("init", "-q", ".")).code, 0);
    equal(text((await run("rev-parse", "--show-toplevel")).output), "C:/work");
    const missing = await run("-C", "C:\\none", "status");
    equal(missing.code, 128);
    match(text(missing.errors), /C:\/none/);
  },
);
