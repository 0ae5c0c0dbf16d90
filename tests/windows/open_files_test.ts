/** What becomes of an extension while another program has a file of it open, which Windows protects; by `deno task windows` alone. */
import { equal, match } from "node:assert/strict";
import { join } from "node:path";
import { wide } from "../../src/core/platform/wide.ts";
import { cli, makeHome } from "../support/program/actions.ts";
import { testFolder } from "../support/folder.ts";

const kernel32 = Deno.dlopen("kernel32.dll", {
  CreateFileW: {
    parameters: ["buffer", "u32", "u32", "pointer", "u32", "u32", "pointer"],
    result: "pointer",
  },
  CloseHandle: { parameters: ["pointer"], result: "i32" },
});
/** `GENERIC_READ`, `FILE_SHARE_READ | FILE_SHARE_WRITE`, `OPEN_EXISTING`, `FILE_FLAG_BACKUP_SEMANTICS`. */
const READ = 0x8000_0000, SHARED = 3, EXISTING = 3, FOLDERS = 0x0200_0000;

/** Has a file or folder open as most programs of Windows have it: others may read and write it, and not remove or rename it. */
function opened(path: string): Disposable {
  const handle = kernel32.symbols.CreateFileW(wide(path), READ, SHARED, null, EXISTING, FOLDERS, null);
  return { [Symbol.dispose]: () => void kernel32.symbols.CloseHandle(handle) };
}

/** Starts `kedge` with a folder of an extension in two versions; `save` writes one and gives its hash. */
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

for (const held of ["bundle", "bundle\\go.go"]) {
  Deno.test(`an update and an uninstalling while a program has ${held} open are told truthfully, and end later`, () =>
    author(async ({ run, save, source, installed }) => {
      equal((await run("--install", source, "--trust", await save("1"))).code, 0);
      const hash = await save("2");
      {
        using _ = opened(join(installed, held));
        const { code, said } = await run("--install", source, "--trust", hash);
        equal(code, 1, said);
        match(said, /another program has a file of the version before open\. Close it: [^\n]*\n$/);
        const listed = await run("--list");
        equal(listed.code, 0, listed.said);
        match(listed.said, /another program has a file of the version before open/);
      }
      match((await run("--list")).said, /^Tools · 2\n {2}tools\/go/);
      {
        using _ = opened(join(installed, held));
        equal((await run("--uninstall", "tools")).code, 0);
        match((await run("--list")).said, /No extensions are installed/);
      }
      equal((await run("--install", source, "--trust", hash)).code, 0);
      match((await run("--list")).said, /^Tools · 2\n {2}tools\/go/);
    }));
}
