import { equal, match } from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { told } from "../support/debian.ts";
import { DESKTOPS } from "../desktops/prepare.ts";
import { testFolder } from "../support/folder.ts";
import { dropLeftovers, WINDOWS } from "../windows/prepare.ts";

for (const plan of [WINDOWS, DESKTOPS]) {
  Deno.test(`what making ${plan.name} takes is told before it begins`, () => {
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
