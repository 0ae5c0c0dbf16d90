/**
 * What the linker keeps of the standard library for what the review calls harmless: `deno run -A
 * tests/support/library/linked.ts [--write] [RELEASE…]`. A program is linked of all names of a package that can do the
 * same: for each system with the Go of this machine, for Linux with older releases that are named (1.19.13). With
 * `--write` it makes the table anew.
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { linkedAmong } from "../../../src/core/actions/build/linked.ts";
import { planBuild } from "../../../src/core/actions/build/plan.ts";
import { readSdk } from "../../../src/core/actions/build/sdk.ts";
import { GATES } from "../../../src/core/extensions/review/library/gates.ts";
import { libraryPackage, libraryPaths } from "../../../src/core/extensions/review/library/packages.ts";
import { goProgram } from "../go/oracle.ts";
import { fetchRelease } from "./release.ts";
import { goRoot } from "./root.ts";
import { wrapped } from "./table_text.ts";
import { type ExportedName, exportedNames } from "./walk.ts";

const FOLDER = fileURLToPath(new URL("../../../src/core/extensions/review/library/linked", import.meta.url));
/** Not for every system, or not to be linked without C. */
const LEFT_OUT = new Set([
  "arena",
  "runtime/cgo",
  "runtime/race",
  "runtime/asan",
  "runtime/msan",
  "syscall/js",
  "unsafe",
]);

/** The programs of one package: what its names can do, and a source that uses all that can do the same. */
function programsOf(path: string, names: readonly ExportedName[]): Map<string, string> {
  const { all, members, rest = all } = libraryPackage(path)!;
  const groups = Map.groupBy(names, ({ name }) => [...members?.get(name) ?? rest].sort().join(" "));
  return new Map([...groups].map(([can, group]) => {
    const used = group.flatMap(({ name, kind, methods = [] }) => {
      if (kind === "func" || kind === "value") return [`p.${name}`];
      if (kind === "interface") return [`(*p.${name})(nil)`];
      return kind === "type" ? [`new(p.${name})`, ...methods.map((method) => `(*p.${name}).${method}`)] : [];
    });
    const lines = used.map((one) => `\tall = append(all, ${one})\n`).join("");
    const name = used.length > 0 ? "p" : "_";
    return [
      can,
      `package main\n\nimport ${name} ${JSON.stringify(path)}\n\nvar all []any\n\nfunc main() {\n${lines}}\n`,
    ];
  }));
}

/** Links a program and gives its gates. */
async function gatesOf(program: string, can: readonly string[] = []): Promise<string[]> {
  return linkedAmong(await Deno.readFile(program), GATES.keys())
    .filter((gate) => !GATES.get(gate)!.some((one) => can.includes(one)));
}

async function build(go: string, root: string, system: string, cwd: string, what: string): Promise<void> {
  const { success, stderr } = await new Deno.Command(go, {
    args: ["build", "-trimpath", "-ldflags=-s -w", "-o", join(cwd, "out") + "/", what],
    cwd,
    env: { GOOS: system, CGO_ENABLED: "0", GOTOOLCHAIN: "local", GOFLAGS: "", GOWORK: "off", GOROOT: root },
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

/** The gates of an action that does nothing; those of the SDK. */
async function sdkGates(go: string, root: string, system: string, version: string): Promise<string[]> {
  const source = 'package action\n\nimport "kedge"\n\nfunc Run(*kedge.Ctx) error { return nil }\n';
  const files = new Map([["run.go", new TextEncoder().encode(source)]]);
  const plan = planBuild({ entry: "run.go", files }, await readSdk(), version);
  const work = await Deno.makeTempDir({ prefix: "kedge-linked-" });
  try {
    for (const [path, bytes] of plan.files) {
      await Deno.mkdir(dirname(join(work, path)), { recursive: true });
      await Deno.writeFile(join(work, path), bytes);
    }
    await build(go, root, system, work, `./${plan.folder}`);
    return await gatesOf(join(work, "out", plan.folder + (system === "windows" ? ".exe" : "")));
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

/** Links every program and gives the gates that it holds beyond what its names can do, by package and by that. */
async function linkAll(root: string, system: string): Promise<Map<string, string[]>> {
  const own = await goProgram(), go = join(root, "bin/go");
  const version = await versionOf(root);
  const sdk = await sdkGates(go, root, system, version);
  const found = new Map([["kedge\t", sdk]]);
  const paths = libraryPaths().filter((path) => !LEFT_OUT.has(path));
  const names = await exportedNames(own, root, system, paths);
  const work = await Deno.makeTempDir({ prefix: "kedge-linked-" });
  try {
    await Deno.writeTextFile(join(work, "go.mod"), "module linked\n\ngo 1.19\n");
    const programs = new Map<string, string>();
    for (const [path, list] of Object.entries(names)) {
      for (const [can, source] of programsOf(path, list)) {
        const folder = `p${programs.size}`;
        programs.set(folder, `${path}\t${can}`);
        await Deno.mkdir(join(work, folder));
        await Deno.writeTextFile(join(work, folder, "main.go"), source);
      }
    }
    await build(go, root, system, work, "./...");
    for (const [folder, key] of programs) {
      const program = join(work, "out", folder + (system === "windows" ? ".exe" : ""));
      const gates = (await gatesOf(program, key.split("\t")[1]!.split(" "))).filter((gate) =>
        !sdk.includes(gate)
      );
      if (gates.length > 0) found.set(key, gates);
    }
  } finally {
    await Deno.remove(work, { recursive: true });
  }
  return found;
}

async function versionOf(root: string): Promise<string> {
  return (await Deno.readTextFile(join(root, "VERSION"))).split("\n")[0]!;
}

const SYSTEMS = ["linux", "darwin", "windows"] as const;

function tableOf(all: ReadonlyMap<string, ReadonlySet<string>>): string {
  let text = "", last = "";
  for (const [key, gates] of [...all].sort(([a], [b]) => a < b ? -1 : 1)) {
    if (gates.size === 0) continue;
    const [path, can] = key.split("\t");
    if (path !== last) text += `${last ? "  },\n" : ""}  ${JSON.stringify(path)}: {\n`;
    last = path!;
    text += `    ${JSON.stringify(can)}: \`\n      ${wrapped([...gates].sort()).join("\n      ")}\`,\n`;
  }
  return `{\n${text}  },\n}`;
}

if (import.meta.main) {
  const own = await goProgram(), machine = await goRoot(own);
  const releases = Deno.args.filter((one) => /^\d/.test(one));
  for (const system of SYSTEMS) {
    const all = new Map<string, Set<string>>();
    const roots = [machine];
    if (system === "linux") { for (const release of releases) roots.push(await fetchRelease(own, release)); }
    const versions: string[] = [];
    for (const root of roots) {
      versions.push(await versionOf(root));
      const found = await linkAll(root, system);
      console.log(`${root} ${system}: ${found.size} kinds of names hold more than they say`);
      for (const [key, gates] of found) all.set(key, (all.get(key) ?? new Set()).union(new Set(gates)));
    }
    const table = `import type { LinkedTable } from "../table.ts";

/** What every action has stands at \`kedge\`. Generated by \`tests/support/library/linked.ts --write\`; not to be edited. */
export const ${system.toUpperCase()}: LinkedTable = {
  releases: ${JSON.stringify(versions.map((one) => /go(1\.\d+)/.exec(one)![1]).sort())},
  packages: ${tableOf(all)},
};
`;
    if (Deno.args.includes("--write")) await Deno.writeTextFile(join(FOLDER, `${system}.ts`), table);
    else console.log(table);
  }
}
