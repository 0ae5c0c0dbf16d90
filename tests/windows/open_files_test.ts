/**
 * Files and extensions while another program has them open, which Windows protects; run only by
 * `deno task windows`.
 */
import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { join } from "node:path";
import { writeFileAtomic } from "../../src/core/files/atomic.ts";
import { isFileInUse } from "../../src/core/platform/file_in_use.ts";
import { openedOnWindows, SHARED_WITH_NOBODY } from "../support/file_in_use.ts";
import { cli, makeHome } from "../support/program/actions.ts";
import { testFolder } from "../support/folder.ts";

/**
 * Operations on a file that another program has open, and the error of Deno and Windows; "done" for
 * success.
 */
const RECORDED: readonly (readonly [
  what: string,
  act: (path: string) => unknown,
  written: string,
  nothing: string,
  readOnly: string,
])[] = [
  ["opening", (path) => Deno.openSync(path).close(), "done", "EBUSY 32", "done"],
  ["reading", (path) => Deno.readFileSync(path), "done", "EBUSY 32", "done"],
  ["removing", (path) => Deno.removeSync(path), "EBUSY 32", "EBUSY 32", "done"],
  ["renaming", (path) => Deno.renameSync(path, `${path}.away`), "EBUSY 32", "EBUSY 32", "done"],
  [
    "renaming over",
    (path) => {
      Deno.writeTextFileSync(`${path}.new`, "new");
      Deno.renameSync(`${path}.new`, path);
    },
    "EPERM 5",
    "EPERM 5",
    "EPERM 5",
  ],
];

/** Returns "done", or the error's code and Windows' number. */
function outcome(act: () => unknown): string {
  try {
    act();
    return "done";
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code} ${/os error (\d+)/.exec(message)?.[1]}`;
  }
}

async function fileOf(): Promise<string> {
  const path = join(await testFolder(), "file");
  await Deno.writeTextFile(path, "before");
  return path;
}

for (const [what, act, written, nothing, readOnly] of RECORDED) {
  for (const [share, wanted] of [["written", written], ["nothing", nothing]] as const) {
    Deno.test(`${what} a file gives ${wanted} while another program has it open and shares ${share}`, async () => {
      const path = await fileOf();
      using _ = openedOnWindows(path, share);
      equal(outcome(() => act(path)), wanted);
    });
  }
  Deno.test(`${what} a read-only file gives ${readOnly}`, async () => {
    const path = await fileOf();
    await Deno.chmod(path, 0o444);
    equal(outcome(() => act(path)), readOnly);
  });
}

Deno.test("Deno throws for an unshared file the same error that tests on other systems simulate", async () => {
  const path = await fileOf();
  using _ = openedOnWindows(path, "nothing");
  equal(outcome(() => Deno.openSync(path)), `${SHARED_WITH_NOBODY.code} ${SHARED_WITH_NOBODY.number}`);
});

Deno.test("isFileInUse() knows what another program has open from what is read-only, free or gone", async () => {
  const path = await fileOf(), folder = join(path, "..");
  equal(isFileInUse(path), false);
  equal(isFileInUse(`${path}.none`), false);
  for (const share of ["written", "nothing"] as const) {
    using _ = openedOnWindows(path, share);
    equal(isFileInUse(path), true, share);
  }
  {
    using _ = openedOnWindows(folder);
    equal(isFileInUse(folder), true);
  }
  await Deno.chmod(path, 0o444);
  equal(isFileInUse(path), false);
});

Deno.test("a file that is replaced while another program has it open is named, and stays unchanged", async () => {
  const path = await fileOf();
  {
    using _ = openedOnWindows(path);
    await rejects(writeFileAtomic(path, "after"), (error: Error) => {
      equal(error.message, `${path} is kept open by another program`);
      return true;
    });
  }
  equal(await Deno.readTextFile(path), "before");
  deepEqual([...Deno.readDirSync(join(path, ".."))].map(({ name }) => name), ["file"]);
  await writeFileAtomic(path, "after");
  equal(await Deno.readTextFile(path), "after");
});

/** Runs `work` with a folder of an extension; `save` writes a version and returns its hash. */
async function author(
  work: (parts: {
    run: (...args: string[]) => Promise<{ code: number; said: string }>;
    save: (version: string) => Promise<string>;
    source: string;
    installed: string;
  }) => Promise<void>,
): Promise<void> {
  const home = await makeHome(), source = join(await testFolder(), "tools");
  const actions = [{ id: "go", label: "Go", entry: "go.go", contextMode: "none" }];
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await cli(home, args);
    return { code, said: stdout + stderr };
  };
  await Deno.mkdir(source);
  try {
    await work({
      run,
      source,
      installed: join(home.extensions, "tools"),
      async save(version) {
        const manifest = { id: "tools", name: "Tools", version, actions };
        await Deno.writeTextFile(join(source, "manifest.json"), JSON.stringify(manifest));
        await Deno.writeTextFile(
          join(source, "go.go"),
          `package action\n\nimport "kedge"\n\nfunc Run(k *kedge.Ctx) error { return k.Alert("${version}") }\n`,
        );
        return JSON.parse((await run("--validate-bundle", source, "--json")).said).hash;
      },
    });
  } finally {
    await home.remove();
  }
}

for (const opened of ["bundle", "bundle\\go.go"]) {
  Deno.test(`an update and an uninstalling while a program has ${opened} open are reported truthfully, and end later`, () =>
    author(async ({ run, save, source, installed }) => {
      equal((await run("--install", source, "--trust", await save("1"))).code, 0);
      const hash = await save("2");
      {
        using _ = openedOnWindows(join(installed, opened));
        const { code, said } = await run("--install", source, "--trust", hash);
        equal(code, 1, said);
        match(said, /has a file of the version before open: [^\n]*bundle[^\n]*\. Close it: [^\n]*\n$/);
        const listed = await run("--list");
        equal(listed.code, 0, listed.said);
        match(listed.said, /another program has a file of the version before open/);
      }
      match((await run("--list")).said, /^Tools · 2\n {2}tools\/go/);
      {
        using _ = openedOnWindows(join(installed, opened));
        equal((await run("--uninstall", "tools")).code, 0);
        match((await run("--list")).said, /No extensions are installed/);
      }
      equal((await run("--install", source, "--trust", hash)).code, 0);
      match((await run("--list")).said, /^Tools · 2\n {2}tools\/go/);
    }));
}
