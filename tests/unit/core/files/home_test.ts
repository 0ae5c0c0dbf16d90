import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { chmod, mkdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FileError } from "../../../../src/core/files/errors.ts";
import { secureHome } from "../../../../src/core/files/home.ts";
import { makeHome } from "../../../../src/core/files/make_home.ts";
import { kedgePaths } from "../../../../src/core/paths.ts";
import { testFolder } from "../../../support/folder.ts";
import { testOn } from "../../../support/systems.ts";

/** Creates a home with this mode, the usual files and `more`. */
async function homeOf(mode: number, more: readonly string[] = []): Promise<string> {
  const home = join(await testFolder(), "home");
  await mkdir(join(home, "cache"), { recursive: true });
  await mkdir(join(home, "queries"));
  for (const name of ["config.json", "cache/action", ...more]) await writeFile(join(home, name), "");
  await chmod(home, mode);
  return home;
}

async function namedHome(name: string): Promise<string> {
  const home = join(await testFolder(), name);
  await mkdir(home, { mode: 0o700 });
  return home;
}

const modeOf = async (path: string) => (await stat(path)).mode & 0o7777;
const isThere = (path: string) => stat(path).then(() => true, () => false);

const MODES: readonly (readonly [mode: number, says: RegExp | null, keepsCache: boolean])[] = [
  [0o700, null, true],
  [0o755, null, true],
  [0o750, null, true],
  [0o777, /was open to other users of this machine, and is closed now/, false],
  [0o770, /was open to other users/, false],
  [0o703, /was open to other users/, false],
];
for (const [mode, says, keepsCache] of MODES) {
  testOn(
    ["modes"],
    `secureHome() closes a home of mode ${mode.toString(8)}${
      keepsCache ? "" : " and drops what would be run from it"
    }`,
    async () => {
      const home = await homeOf(mode);
      const check = await secureHome(home);
      equal(check.ok, true);
      if (says) match(check.ok && check.notice || "", says);
      else deepEqual(check, { ok: true });
      equal(await modeOf(home), 0o700);
      equal(await isThere(join(home, "cache")), keepsCache);
      equal(await isThere(join(home, "config.json")), true);
      deepEqual(await secureHome(home), { ok: true });
    },
  );
}

for (const user of [Deno.uid(), null]) {
  Deno.test(`secureHome() refuses a home that is a file, for user ${user}`, async () => {
    const file = join(await testFolder(), "home");
    await writeFile(file, "");
    const check = await secureHome(file, user);
    equal(check.ok, false);
    match("message" in check ? check.message : "", /is no folder$/);
  });
}

testOn(
  ["modes"],
  "secureHome() closes a home with the schema of config.json in it, and an editor's backup",
  async () => {
    const home = await homeOf(0o755, ["config.schema.json", "config.json~", ".config.json.swp"]);
    deepEqual(await secureHome(home), { ok: true });
    equal(await modeOf(home), 0o700);
  },
);

const { home: root, ...PATHS } = kedgePaths("/home/ada/.kedge");
for (const path of Object.values(PATHS)) {
  const name = path.slice(root.length + 1);
  testOn(["modes"], `secureHome() closes a home that only has its ${name}`, async () => {
    for (const mode of [0o755, 0o775]) {
      const home = await namedHome("home");
      await writeFile(join(home, name), "");
      await chmod(home, mode);
      equal((await secureHome(home)).ok, true);
      equal(await modeOf(home), 0o700);
    }
  });
}

const REFUSED: readonly (readonly [what: string, make: () => Promise<string>, says: RegExp])[] = [
  ["a file", async () => {
    const file = join(await testFolder(), "file");
    await writeFile(file, "");
    return file;
  }, /is no folder/],
  ["a name with a line end", () => namedHome("a\nb"), /KEDGE_HOME has a control character in it: ".*a\\nb"/],
  ["a name with a separator of lines", () => namedHome("a\u2028b"), /has a control character/],
  [
    "a folder that everybody shares",
    () => homeOf(0o1777),
    /others may write to .* holds more than Kedge's own files/,
  ],
  [
    "an open folder with other things in it",
    () => homeOf(0o777, ["thesis.odt"]),
    /holds more than Kedge's own files/,
  ],
  ["a folder in one that everybody may write to", async () => {
    const home = await homeOf(0o700);
    await chmod(join(home, ".."), 0o777);
    return home;
  }, /everybody may write to .*, and so exchange/],
  ["a link to a folder in one that everybody may write to", async () => {
    const home = await homeOf(0o700);
    await chmod(join(home, ".."), 0o777);
    const link = join(await testFolder(), "link");
    await symlink(home, link);
    return link;
  }, /everybody may write to/],
];
for (const [what, make, says] of REFUSED) {
  testOn(["modes"], `secureHome() refuses ${what} and changes nothing`, async () => {
    const home = await make();
    const before = await modeOf(home);
    const check = await secureHome(home);
    match(check.ok ? "" : `${check.message}\n${check.hint}`, says);
    equal(await modeOf(home), before);
    await rejects(makeHome(home), home.endsWith("file") ? Error : FileError);
  });
}

Deno.test("secureHome() refuses a home of another user", async () => {
  const home = await homeOf(0o700);
  const check = await secureHome(home, Deno.uid()! + 1);
  match(check.ok ? "" : check.message, /belongs to another user/);
});

testOn(["modes"], "secureHome() leaves a readable folder with other things in it as it is", async () => {
  const home = await homeOf(0o755, ["thesis.odt"]);
  deepEqual(await secureHome(home), { ok: true });
  equal(await modeOf(home), 0o755);
});

testOn(
  ["modes"],
  "secureHome() accepts a home that is not there yet, and makeHome() makes it closed",
  async () => {
    const home = join(await testFolder(), "new", "home");
    deepEqual(await secureHome(home), { ok: true });
    await makeHome(home);
    equal(await modeOf(home), 0o700);
  },
);
