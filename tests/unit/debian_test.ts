import { equal, match } from "node:assert/strict";
import { told } from "../support/debian.ts";
import { DESKTOPS } from "../desktops/prepare.ts";
import { WINDOWS } from "../windows/prepare.ts";

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
