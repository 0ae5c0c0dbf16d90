import { equal, match } from "node:assert/strict";
import { join } from "node:path";
import { unsettledBy } from "../../../../src/core/extensions/unsettled.ts";
import { HeldOpen } from "../../../../src/core/files/fault.ts";
import { testFolder } from "../../../support/folder.ts";

/** What the system says and which file below the folder is held, and what is told; as Windows was seen to answer. */
const REFUSALS: readonly (readonly [code: string, held: string | null, says: RegExp, next: RegExp])[] = [
  ["EBUSY", "bundle/go.go", /^another program has a file .* open: .*go\.go$/, /^Close it\.$/],
  ["EBUSY", null, /^another program has a file of the version before open$/, /^Close it\.$/],
  ["ENOTEMPTY", "bundle", /^another program has a file .* open: .*bundle$/, /^Close it\.$/],
  ["EPERM", "bundle/go.go", /^another program has a file .* open: .*go\.go$/, /^Close it\.$/],
  [
    "EPERM",
    null,
    /cannot be replaced: you have no permission there$/,
    /^Give yourself the right to change .*\.$/,
  ],
  [
    "EACCES",
    null,
    /cannot be replaced: you have no permission there$/,
    /^Give yourself the right to change .*\.$/,
  ],
  ["EIO", "bundle/go.go", /cannot be replaced: the disk reports an error$/, /^See to .*\.$/],
];
for (const [code, held, says, next] of REFUSALS) {
  Deno.test(`unsettledBy() says ${says} when the system says ${code} and ${held ?? "nothing"} is held`, async () => {
    const folder = await testFolder();
    await Deno.mkdir(join(folder, "bundle"));
    await Deno.writeTextFile(join(folder, "bundle/go.go"), "");
    const error = Object.assign(new Error("Access denied"), { code });
    const isHeld = (path: string) => held !== null && path === join(folder, held);
    const unsettled = await unsettledBy(error, folder, isHeld);
    match(unsettled.message, says);
    match(unsettled.next, next);
    equal(unsettled.hint.endsWith(": the new version is written, and is used from then on."), true);
  });
}

Deno.test("unsettledBy() tells of a program that has the folder open when renaming it says so", async () => {
  const { message } = await unsettledBy(new HeldOpen("/x/bundle"), await testFolder(), () => false);
  equal(message, "another program has a file of the version before open");
});
