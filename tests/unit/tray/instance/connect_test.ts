import { equal } from "node:assert/strict";
import { join } from "node:path";
import { isPrivate } from "../../../../src/tray/instance/connect.ts";
import { testFolder } from "../../../support/folder.ts";
import { testOn } from "../../../support/systems.ts";
import { EVE, isRoot } from "../../../support/users/mod.ts";

/** Creates a folder with that mode and a link "home" to it, or to `target`. */
async function linked(mode: number, target?: string): Promise<string> {
  const folder = await testFolder();
  await Deno.mkdir(join(folder, "real"), { mode });
  await Deno.chmod(join(folder, "real"), mode);
  await Deno.symlink(target ?? join(folder, "real"), join(folder, "home"));
  return folder;
}

/**
 * Creates a link "home" by way of a link "middle" to a private folder; another user owns the link
 * `theirs`.
 */
async function twoLinks(target: string, theirs?: string): Promise<string> {
  const folder = await linked(0o700, target);
  await Deno.symlink("real", join(folder, "middle"));
  if (theirs !== undefined) {
    const args = ["-h", `${EVE}`, join(folder, theirs)];
    equal((await new Deno.Command("chown", { args }).output()).success, true);
  }
  return folder;
}

/**
 * Kinds of homes, the name in the created folder, and whether only the user can put a program
 * there.
 */
const HOMES:
  readonly (readonly [what: string, make: () => Promise<string>, name: string, closed: boolean])[] = [
    ["a closed folder", () => linked(0o700), "real", true],
    ["a folder that others may read", () => linked(0o755), "real", true],
    ["a folder that its group may write to", () => linked(0o770), "real", false],
    ["a folder that everybody may write to", () => linked(0o1777), "real", false],
    ["a link to a closed folder", () => linked(0o700), "home", true],
    ["a link by a relative path to a closed folder", () => linked(0o700, "real"), "home", true],
    ["a link by a path with a slash to a closed folder", () => linked(0o700, "real/"), "home", true],
    ["a link to a folder that others may read", () => linked(0o755), "home", true],
    ["a link to a folder that others may write to", () => linked(0o777), "home", false],
    ["a link to a file", () => linked(0o700, import.meta.filename), "home", false],
    ["a link to the root folder", () => linked(0o700, "/"), "home", isRoot],
    ["a link to nothing", () => linked(0o700, "nothing"), "home", false],
    ["a link to itself", () => linked(0o700, "home"), "home", false],
    ["a link to a link to a closed folder", () => twoLinks("middle"), "home", true],
    ...isRoot
      ? [
        ["another user's link", () => twoLinks("middle", "home"), "home", false] as const,
        ["a link to another user's link", () => twoLinks("middle", "middle"), "home", false] as const,
        [
          "a link with a slash to another user's",
          () => twoLinks("middle/", "middle"),
          "home",
          false,
        ] as const,
      ]
      : [],
  ];
for (const [what, make, name, closed] of HOMES) {
  testOn(["links", "modes"], `isPrivate() is ${closed} for ${what}`, async () => {
    equal(await isPrivate(join(await make(), name)).catch(() => false), closed);
  });
}
