import { deepEqual, equal, match } from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  buildIcons,
  checksums,
  collectContents,
  compileArguments,
  TARGETS,
  unwrittenFiles,
} from "../../build.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const CONTENTS = {
  unwritten: ["src/core/rules/worker.ts"],
  natives: new Map([
    ["webview-bun/build/libwebview-x64.so", "node_modules/a/libwebview-x64.so"],
    ["webview-bun/build/libwebview.dll", "node_modules/a/libwebview.dll"],
    ["systray2/traybin/tray_linux_release", "node_modules/b/tray_linux_release"],
    ["systray2/traybin/tray_windows_release.exe", "node_modules/b/tray_windows_release.exe"],
  ]),
  unused: ["node_modules/.deno/fast-check@1"],
};

const SYSTEMS: [name: string, excluded: string[], windows: boolean, windowed: boolean][] = [
  [
    "linux-x64",
    ["a/libwebview-x64.so", "a/libwebview.dll", "b/tray_windows_release.exe"],
    false,
    false,
  ],
  [
    "linux-arm64",
    ["a/libwebview-x64.so", "a/libwebview.dll", "b/tray_linux_release", "b/tray_windows_release.exe"],
    false,
    false,
  ],
  ["windows-x64", ["a/libwebview-x64.so", "b/tray_linux_release"], true, true],
  ["windows-x64-console", ["a/libwebview-x64.so", "b/tray_linux_release"], true, false],
];
for (const [name, excluded, windows, windowed] of SYSTEMS) {
  Deno.test(`compileArguments() of ${name} carry its own native parts only`, () => {
    const target = TARGETS.find((target) => target.name === name)!;
    const args = compileArguments(target, CONTENTS, "dist/out");
    const values = (flag: string) => args.flatMap((arg, i) => arg === flag ? [args[i + 1]] : []);
    deepEqual(values("--exclude"), [
      ...excluded.map((path) => `node_modules/${path}`),
      "node_modules/.deno/fast-check@1",
    ]);
    for (const path of ["sdk", "dist/pages", "src/core/rules/worker.ts"]) {
      equal(values("--include").includes(path), true, path);
    }
    deepEqual(values("--target"), [target.triple]);
    deepEqual(values("--output"), ["dist/out"]);
    equal(args.includes("--icon"), windows);
    equal(args.includes("--no-terminal"), windowed);
    equal(args.at(-1), "main.ts");
  });
}

Deno.test("TARGETS are Linux and macOS on both processors and Windows, each in a file of its own", () => {
  deepEqual([...new Set(TARGETS.map(({ triple }) => triple))], [
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "x86_64-apple-darwin",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
  ]);
  equal(new Set(TARGETS.map(({ file }) => file)).size, TARGETS.length);
});

Deno.test("collectContents() finds the native parts that the targets name, and every worker", async () => {
  const { natives, unwritten, unused } = await collectContents();
  for (const native of TARGETS.flatMap((target) => target.natives)) equal(natives.has(native), true, native);
  for (const path of [...natives.values(), ...unwritten, ...unused]) {
    equal(existsSync(join(ROOT, path)), true, path);
  }
  for (const path of ["src/core/rules/worker.ts", "src/cli/validate_config.ts", "src/cli/start/mod.ts"]) {
    equal(unwritten.includes(path), true, path);
  }
});

Deno.test("unwrittenFiles() finds the entry of a worker and a module brought by a computed address", () => {
  deepEqual(unwrittenFiles('new Worker(\n  new URL("./w.ts", import.meta.url), { type: "module" })'), [
    "./w.ts",
  ]);
  deepEqual(unwrittenFiles('bring<typeof import("./a.ts")>("./a.ts")'), ["./a.ts"]);
  deepEqual(unwrittenFiles('new URL("./x.ts", import.meta.url)'), []);
});

Deno.test("checksums() are what sha256sum reads, in order", () => {
  equal(checksums(new Map([["b", "22"], ["a", "11"]])), "11  a\n22  b\n");
});

Deno.test("buildIcons() paints PNG files and a Windows icon", async () => {
  const folder = await Deno.makeTempDir({ prefix: "kedge-icons-" });
  await buildIcons(folder);
  const names = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).sort();
  match(names.join(" "), /^kedge-128\.png kedge-16\.png .* kedge\.ico$/);
  deepEqual([...(await Deno.readFile(join(folder, "kedge-16.png"))).subarray(1, 4)], [80, 78, 71]);
  deepEqual([...(await Deno.readFile(join(folder, "kedge.ico"))).subarray(0, 4)], [0, 0, 1, 0]);
  await Deno.remove(folder, { recursive: true });
});
