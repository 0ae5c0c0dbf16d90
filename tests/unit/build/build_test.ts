import { deepEqual, equal, match, ok, throws } from "node:assert/strict";
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
import { DESKTOP_ENTRY } from "../../../build/packages/deb.ts";
import { picture, template } from "../../../build/icon/mod.ts";
import { parseSvg } from "../../../build/icon/svg.ts";

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
  Deno.test(`movedSource() points ${JSON.stringify(text)} to the one folder`, () => {
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
  // Line breaks may follow any token.
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
    // .NET expands variables in PATH when it reads it, and would write the expanded text.
    equal(/(Get|Set)EnvironmentVariable\("Path"/i.test(script!), false);
    match(script!, /GetValue\("Path", "", "DoNotExpandEnvironmentNames"\)/);
    match(script!, /-Name Path -Value \(\$entries -join ";"\) -Type ExpandString/);
    // The program for terminals is a process with another name; a file is in use until its process
    // has ended.
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

/**
 * The main categories of the Desktop Menu Specification: a program appears in the menu once for
 * each that it has.
 */
const MAIN =
  "AudioVideo Audio Video Development Education Game Graphics Network Office Science Settings System Utility"
    .split(" ");

Deno.test("the desktop entry is in one place of the menu", () => {
  const categories = /^Categories=(.*);$/m.exec(DESKTOP_ENTRY)?.[1]?.split(";") ?? [];
  deepEqual(categories.filter((name) => MAIN.includes(name)), ["Development"]);
});

const STATES = ["idle", "running", "attention", "signed-out"] as const;

/** Returns the relative luminance of WCAG 2; colours are from 0 to 255. */
function luminance(red: number, green: number, blue: number): number {
  const linear = (value: number) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function contrast(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

Deno.test("the icon can be told from light and dark panels at 16 pixels", () => {
  const { size, rgba } = picture("idle", 16);
  // The shank, four pixels above the lowest point: ink in the middle, its outline next to it.
  const at = 4 * (size * 10 + 8);
  const ink = luminance(rgba[at]!, rgba[at + 1]!, rgba[at + 2]!);
  ok(rgba[at + 3]! > 250);
  ok(contrast(ink, luminance(0xf0, 0xf0, 0xf0)) >= 3, "on a light panel");
  ok(contrast(ink, luminance(0x2b, 0x2b, 0x2b)) >= 3, "on a dark panel");
  ok(contrast(ink, luminance(255, 255, 255)) >= 3, "in its own outline, for panels in between");
});

for (const size of [16, 22]) {
  Deno.test(`the outline leaves open what the anchor leaves open at ${size} pixels`, () => {
    const { rgba } = picture("idle", size);
    // Points between the shank and each arm, and in the ring, in units of the view box.
    for (const [x, y] of [[11.5, 19.5], [20.5, 19.5], [16, 6.2]] as const) {
      const at = 4 * (size * Math.floor(y / 32 * size) + Math.floor(x / 32 * size));
      const [red, green, blue, alpha] = rgba.subarray(at, at + 4) as unknown as [
        number,
        number,
        number,
        number,
      ];
      const onBlack = luminance(
        ...[red, green, blue].map((one) => one * alpha / 255) as [number, number, number],
      );
      ok(onBlack < 0.25, `${x} ${y}: ${onBlack}`);
    }
  });
}

Deno.test("the icon's states differ in shape, not in colour alone", () => {
  const shapes = STATES.map((state) =>
    JSON.stringify([...template(state, 32).rgba].filter((_, index) => index % 4 === 3))
  );
  equal(new Set(shapes).size, STATES.length);
});

Deno.test("template() is black, for the system to colour", () => {
  const { rgba } = template("attention", 44);
  ok(rgba.every((value, index) => index % 4 === 3 || value === 0));
  ok(rgba.some((value, index) => index % 4 === 3 && value === 255));
});

const UNKNOWN: readonly [string, string, RegExp][] = [
  ["another element", '<rect width="1"/>', /<rect>/],
  ["another path command", '<path fill="#000000" d="M0 0 A1 1 0 0 1 2 2"/>', /not A/],
  ["a relative path command", '<path fill="#000000" d="M0 0 l1 1"/>', /not l/],
  ["a colour by name", '<path fill="red" d="M0 0 L1 1"/>', /#rrggbb/],
  ["another view box", '<svg viewBox="0 0 16 16"/>', /view box/],
];
for (const [name, text, message] of UNKNOWN) {
  Deno.test(`parseSvg() names ${name}`, () => {
    throws(() => parseSvg(text), message);
  });
}
