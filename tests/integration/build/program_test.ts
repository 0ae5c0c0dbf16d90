import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { buildIcons } from "../../../build.ts";
import { compile } from "../../../build/compile.ts";
import { bundleProgram, endBundler, filesBelow, nativeName, ROOT } from "../../../build/program.ts";
import { contentsOf, stage } from "../../../build/stage.ts";
import { TARGETS } from "../../../build/targets.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { removeFolder } from "../../support/remove_folder.ts";

/** Bytes that Kedge may add to the runtime: pages, packages, the SDK and native parts. */
const MAX_COUNT = 15e6;

/**
 * Executables of each system's format, used instead of the runtime, because the embedded files are
 * only data here. They are native parts that Kedge contains.
 */
const RUNTIMES = {
  linux: "systray2/traybin/tray_linux_release",
  macos: "systray2/traybin/tray_darwin_release",
  windows: "systray2/traybin/tray_windows_release.exe",
} as const;

/**
 * Copies the project to another place; its packages are hard links, so the copy is on the same
 * disk.
 */
async function copyOfProject(): Promise<string> {
  const copy = await Deno.makeTempDir({ dir: join(ROOT, "dist"), prefix: "copy-" });
  for (const folder of ["src", "sdk", "schema", "examples", "docs", "dist/pages"]) {
    for await (const path of filesBelow(join(ROOT, folder))) {
      const target = join(copy, path.slice(ROOT.length));
      await Deno.mkdir(join(target, ".."), { recursive: true });
      await Deno.copyFile(path, target);
    }
  }
  for (const file of ["main.ts", "deno.json"]) await Deno.copyFile(join(ROOT, file), join(copy, file));
  // A Deno that starts at the same time may delete its lock file while it is copied.
  await waitFor("the packages to be copied", async () => {
    const args = ["-alf", join(ROOT, "node_modules"), copy];
    const { success, stderr } = await new Deno.Command("cp", { args }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    return true;
  });
  return copy;
}

Deno.test("bundleProgram() and compile() give equal programs when a tree is built in two folders", async (test) => {
  const copy = await copyOfProject();
  const work = await Deno.makeTempDir({ prefix: "kedge-build-" });
  const before = Deno.env.get("DENORT_BIN");
  try {
    await buildIcons(work);
    const here = await bundleProgram();
    const there = await bundleProgram(copy);
    deepEqual([...there.files.keys()].sort(), [...here.files.keys()].sort());
    for (const target of TARGETS) {
      await test.step(target.name, async () => {
        const contents = await contentsOf(target, here);
        const size = [...contents.values()].reduce((sum, { length }) => sum + length, 0);
        equal(size <= MAX_COUNT, true, `${target.name} adds ${size} bytes`);
        const texts = [...contents].filter(([name]) => /\.(js|css|go|mod|json)$/.test(name));
        for (const [name, bytes] of texts) {
          const text = new TextDecoder().decode(bytes);
          equal(text.includes(ROOT), false, `${name} names the building machine`);
          // Only a namespace import of zod lets the bundler leave them out.
          equal(text.includes("Input non valido"), false, `${name} has zod's messages in all languages`);
        }
        // A new extension contains a test, and the sample extension has tests.
        const own = [...contents.keys()].filter((name) =>
          !name.includes("/starter/") && !name.startsWith("examples/")
        );
        const unwanted = own.filter((name) => /\.(d\.ts|map|tsx?)$|_test\.go$|\/tests?\//.test(name));
        deepEqual(unwanted, [], "types, maps and tests are of no use in a program");
        const native = target.natives.map((name) => nativeName(`/node_modules/${name}`));
        deepEqual([...contents.keys()].filter((name) => name.startsWith("natives/")).sort(), native.sort());

        const system = target.name.split("-")[0] as keyof typeof RUNTIMES;
        Deno.env.set("DENORT_BIN", join(ROOT, "node_modules", RUNTIMES[system]));
        const programs: Uint8Array[] = [];
        for (
          const [place, made] of [["first", contents], [
            "second/deeper",
            await contentsOf(target, there, copy),
          ]] as const
        ) {
          const staged = join(work, place, "program");
          await stage(staged, made);
          const output = join(work, place, target.file);
          await compile(target, staged, [...made.keys()], output, join(work, "kedge.ico"));
          programs.push(await Deno.readFile(output));
        }
        equal(programs[0]!.length > size, true);
        equal(sameBytes(programs[0]!, programs[1]!), true, "the two programs differ");
      });
    }
  } finally {
    if (before === undefined) Deno.env.delete("DENORT_BIN");
    else Deno.env.set("DENORT_BIN", before);
    await endBundler();
    await removeFolder(copy);
    await removeFolder(work);
  }
});

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
