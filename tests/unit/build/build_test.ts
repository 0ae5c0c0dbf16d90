import { deepEqual, equal, match, throws } from "node:assert/strict";
import { join } from "node:path";
import { buildIcons } from "../../../build.ts";
import { checksums, writeChecksums } from "../../../build/checksums.ts";
import { buildEnvironment, compileArguments } from "../../../build/compile.ts";
import { installScript, UNINSTALL_SCRIPT } from "../../../build/packages/windows.ts";
import { importsFirst, looseImports, movedSource, nativeName } from "../../../build/program.ts";
import { FIXED_TIME, stage } from "../../../build/stage.ts";
import { TARGETS } from "../../../build/targets.ts";
import { testOn } from "../../support/systems.ts";
import { readSources } from "../../support/house/sources.ts";

const targetOf = (name: string) => TARGETS.find((target) => target.name === name)!;

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

const SYSTEMS: [name: string, icon: boolean, windowed: boolean][] = [
  ["linux-x64", false, false],
  ["linux-arm64", false, false],
  ["macos-arm64", false, false],
  ["windows-x64", true, true],
  ["windows-x64-console", true, false],
];
for (const [name, icon, windowed] of SYSTEMS) {
  Deno.test(`compileArguments() embeds what was staged and nothing else when the target is ${name}`, () => {
    const args = compileArguments(
      targetOf(name),
      ["main.js", "sdk/go.mod"],
      "/out/kedge",
      "/icons/kedge.ico",
    );
    const values = (flag: string) => args.flatMap((arg, i) => arg === flag ? [args[i + 1]] : []);
    deepEqual(values("--include"), ["sdk/go.mod"]);
    deepEqual(values("--target"), [targetOf(name).triple]);
    deepEqual(values("--output"), ["/out/kedge"]);
    deepEqual(values("--icon"), icon ? ["/icons/kedge.ico"] : []);
    equal(args.includes("--no-terminal"), windowed);
    for (const flag of ["--no-code-cache", "--no-config", "--no-lock", "--no-npm", "--no-remote"]) {
      equal(args.includes(flag), true, flag);
    }
    equal(args.at(-1), "main.js");
  });
}

const FORMS: [source: string, moved: string][] = [
  [
    'new Worker(\n  new URL("./w.ts", import.meta.url), { type: "module" })',
    'new Worker(new URL("./core-x-w.js", import.meta.url), { type: "module" })',
  ],
  [
    'lazyImport<typeof import("../a.ts")>("../a.ts", import.meta.url)',
    'import(new URL("./core-a.js", import.meta.url).href)',
  ],
  [
    'lazyImport<\n  typeof import("../a.ts")\n>(\n  "../a.ts",\n  import.meta.url,\n)',
    'import(new URL("./core-a.js", import.meta.url).href)',
  ],
  ['lazyImport("../a.ts", import.meta.url)', 'import(new URL("./core-a.js", import.meta.url).href)'],
  ["export function lazyImport<Module>(path: string)", "export function lazyImport<Module>(path: string)"],
  ['new URL("../../../sdk", import.meta.url)', 'new URL("./sdk", import.meta.url)'],
  ['new URL("./starter/", import.meta.url)', 'new URL("./src/core/x/starter/", import.meta.url)'],
  ['import.meta.resolve("pack")', 'new URL("./natives/pack/index.js", import.meta.url).href'],
  ["import.meta.main", "import.meta.main"],
];
for (const [text, moved] of FORMS) {
  Deno.test(`movedSource() turns ${JSON.stringify(text)} towards the one folder`, () => {
    equal(movedSource(text, "/p", "/p/src/core/x/y.ts", new Map([["pack", "natives/pack/index.js"]])), moved);
  });
}

Deno.test("movedSource() refuses a module that is brought in a form which it does not know", () => {
  for (const text of ["lazyImport(path, import.meta.url)", 'lazyImport<Module>("./a.ts", import.meta.url)']) {
    throws(
      () => movedSource(text, "/p", "/p/src/a.ts", new Map()),
      /src\/a\.ts: the build does not know/,
      text,
    );
  }
});

Deno.test("nativeName() is the path from the innermost node_modules", () => {
  equal(nativeName("/p/node_modules/.deno/a@1/node_modules/a/index.js"), "natives/a/index.js");
  equal(nativeName("/p/node_modules/@x/a/index.js"), "natives/@x/a/index.js");
});

Deno.test("importsFirst() moves imports of built-in modules to the head and nothing else", () => {
  equal(
    importsFirst(
      'import{a}from"./b.js";var x=/"/;import{c as d,default as e}from"node:fs";x("import{f}from");',
    ),
    'import{c as d,default as e}from"node:fs";import{a}from"./b.js";var x=/"/;x("import{f}from");',
  );
  // Long lines are broken wherever a token ends.
  equal(
    importsFirst('import{a}from"./b.js";\nimport{c as d,\ndefault as e}\nfrom"node:fs";var x;'),
    'import{c as d,\ndefault as e}\nfrom"node:fs";import{a}from"./b.js";\nvar x;',
  );
});

Deno.test("looseImports() names what is neither inside nor built into Deno", () => {
  const output = (imports: { path: string; external?: boolean }[]) => ({
    bytes: 1,
    inputs: {},
    exports: [],
    imports: imports.map((one) => ({ ...one, kind: "import-statement" as const })),
  });
  const outputs = {
    "a.js": output([{ path: "node:fs", external: true }, { path: "b.js" }, {
      path: "left-pad",
      external: true,
    }]),
    "b.js": output([{ path: "left-pad", external: true }]),
  };
  deepEqual(looseImports({ inputs: {}, outputs }), ["left-pad"]);
});

Deno.test("stage() writes only what it is given, each file with the same time", async () => {
  const folder = await Deno.makeTempDir({ prefix: "kedge-stage-" });
  await Deno.writeTextFile(join(folder, "old.js"), "old");
  await stage(folder, new Map([["a/b.js", new Uint8Array([1])], ["main.js", new Uint8Array([2])]]));
  deepEqual((await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).sort(), ["a", "main.js"]);
  for (const name of ["a/b.js", "main.js"]) {
    equal((await Deno.stat(join(folder, name))).mtime?.getTime(), FIXED_TIME.getTime());
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("checksums() are what sha256sum reads, in order", () => {
  equal(checksums(new Map([["b", "22"], ["a", "11"]])), "11  a\n22  b\n");
});

testOn(["shell"], "writeChecksums() keeps the line of a binary of an earlier build", async () => {
  const folder = await Deno.makeTempDir({ prefix: "kedge-sums-" });
  await Deno.writeTextFile(join(folder, "earlier"), "1");
  await Deno.writeTextFile(join(folder, "now"), "2");
  equal(await writeChecksums(folder, ["earlier", "never-built", "now"]), 2);
  const { success } = await new Deno.Command("sha256sum", {
    args: ["--check", "--strict", "SHA256SUMS"],
    cwd: folder,
    stdout: "null",
  }).output();
  equal(success, true);
  match(
    await Deno.readTextFile(join(folder, "SHA256SUMS")),
    /^[0-9a-f]{64} {2}earlier\n[0-9a-f]{64} {2}now\n$/,
  );
  await Deno.remove(folder, { recursive: true });
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

for (
  const [name, script] of [["installScript()", installScript("1.2.3")], [
    "UNINSTALL_SCRIPT",
    UNINSTALL_SCRIPT,
  ]]
) {
  Deno.test(`${name} leaves the variables in the user's PATH, and waits for what it ends`, () => {
    // .NET reads PATH with its variables replaced, and writes them so for good.
    equal(/(Get|Set)EnvironmentVariable\("Path"/i.test(script!), false);
    match(script!, /GetValue\("Path", "", "DoNotExpandEnvironmentNames"\)/);
    match(script!, /-Name Path -Value \(\$entries -join ";"\) -Type ExpandString/);
    // The one of terminals is a process of another name; a file is held until its process has ended.
    match(script!, /Get-Process -Name "kedge", "kedge\.com"/);
    match(script!, /\$process\.WaitForExit\(\d+\)/);
  });
}

Deno.test("buildEnvironment() has nothing that the runtime would write into the program", () => {
  deepEqual(
    buildEnvironment({
      PATH: "/bin",
      DENO_DIR: "/d",
      DENORT_BIN: "/r",
      OTEL_DENO: "true",
      NODE_OPTIONS: "-r x",
      DENO_V8_FLAGS: "--x",
    }),
    { PATH: "/bin", DENO_DIR: "/d", DENORT_BIN: "/r" },
  );
});

Deno.test("movedSource() knows every form in which the program's sources bring others", async () => {
  const root = new URL("../../..", import.meta.url).pathname;
  const natives = new Map<string, string>();
  for (const { path, code } of await readSources("src")) movedSource(code, root, join(root, path), natives);
});
