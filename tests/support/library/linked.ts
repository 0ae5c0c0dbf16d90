/**
 * Determines what the linker keeps of the standard library for packages that the review calls harmless: `deno
 * run -A tests/support/library/linked.ts [--write] [RELEASE…]`. It links a program of all names of a package
 * with the same abilities, alone and together with a template: for each system, with the Go of this machine
 * and with older releases (those of `RELEASES`, or the named ones such as 1.19.13). With `--write` it
 * rewrites the table.
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { linkedAmong } from "../../../src/core/actions/build/linked.ts";
import { planBuild } from "../../../src/core/actions/build/plan.ts";
import { readSdk } from "../../../src/core/actions/build/sdk.ts";
import { GATES } from "../../../src/core/extensions/review/unaccounted.ts";
import { besideTemplate } from "../../../src/core/extensions/review/library/linked/mod.ts";
import { libraryPackage, libraryPaths } from "../../../src/core/extensions/review/library/packages.ts";
import { goProgram } from "../go/oracle.ts";
import { fetchRelease, RELEASES } from "./release.ts";
import { goRoot } from "./root.ts";
import { wrapped } from "./table_text.ts";
import { type ExportedName, exportedNames } from "./walk.ts";

const FOLDER = fileURLToPath(new URL("../../../src/core/extensions/review/library/linked", import.meta.url));
/** Packages that do not exist on every system, or that cannot be linked without C. */
const LEFT_OUT = new Set([
  "arena",
  "runtime/cgo",
  "runtime/race",
  "runtime/asan",
  "runtime/msan",
  "syscall/js",
  "unsafe",
]);
const TEMPLATE = "text/template";

/** A program that uses the names of a package with the same abilities. */
interface Program {
  readonly can: string;
  readonly source: string;
  /**
   * The same program with a template, which makes the linker keep every method of values that are converted
   * to interfaces.
   */
  readonly beside: string;
}

/** Returns the programs of one package: each uses all names with the same abilities. */
function programsOf(path: string, names: readonly ExportedName[]): Program[] {
  const { all, members, rest = all } = libraryPackage(path)!;
  const groups = Map.groupBy(names, ({ name }) => [...members?.get(name) ?? rest].sort().join(" "));
  return [...groups].map(([can, group]) => {
    const used = group.flatMap(({ name, kind, methods = [] }) => {
      if (kind === "func" || kind === "value") return [`p.${name}`];
      if (kind === "interface") {
        return [`(*p.${name})(nil)`, ...methods.map((method) => `p.${name}.${method}`)];
      }
      return kind === "type" ? [`new(p.${name})`, ...methods.map((method) => `(*p.${name}).${method}`)] : [];
    });
    const source = (more: string, first: readonly string[]) => {
      const lines = [...first, ...used].map((one) => `\tall = append(all, ${one})\n`).join("");
      const name = used.length > 0 ? "p" : "_";
      return `package main\n\nimport ${name} ${JSON.stringify(path)}\n${more}\n` +
        `var all []any\n\nfunc main() {\n${lines}}\n`;
    };
    return {
      can,
      source: source("", []),
      beside: source(`import t ${JSON.stringify(TEMPLATE)}\n`, ["(*t.Template).Execute"]),
    };
  });
}

/** Returns the gates that a linked program contains beyond its abilities. */
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

/** Returns the gates of an action that does nothing; these come from the SDK. */
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

/**
 * Links every program and returns the gates that it contains beyond the abilities of its names, by package
 * and abilities.
 */
async function linkAll(root: string, system: string): Promise<Map<string, string[]>> {
  const own = await goProgram(), go = join(root, "bin/go");
  const sdk = await sdkGates(go, root, system, await versionOf(root));
  const paths = libraryPaths().filter((path) => !LEFT_OUT.has(path));
  const names = await exportedNames(own, root, system, paths);
  const work = await Deno.makeTempDir({ prefix: "kedge-linked-" });
  try {
    await Deno.writeTextFile(join(work, "go.mod"), "module linked\n\ngo 1.19\n");
    const programs = Object.entries(names).flatMap(([path, list]) =>
      programsOf(path, list).map((program) => ({ path, ...program }))
    );
    for (const [index, { source, beside }] of programs.entries()) {
      for (const [folder, text] of [[`p${index}`, source], [`t${index}`, beside]] as const) {
        await Deno.mkdir(join(work, folder));
        await Deno.writeTextFile(join(work, folder, "main.go"), text);
      }
    }
    await build(go, root, system, work, "./...");
    const gates = (folder: string, can: string) =>
      gatesOf(join(work, "out", folder + (system === "windows" ? ".exe" : "")), can.split(" "));
    const found = new Map([["kedge\t", sdk]]);
    for (const [index, { path, can }] of programs.entries()) {
      found.set(`${path}\t${can}`, (await gates(`p${index}`, can)).filter((gate) => !sdk.includes(gate)));
    }
    for (const [index, { path, can }] of programs.entries()) {
      const alone = ["kedge\t", `${path}\t${can}`, `${TEMPLATE}\t`].flatMap((key) => found.get(key)!);
      const more = (await gates(`t${index}`, can)).filter((gate) => !alone.includes(gate));
      found.set(`${besideTemplate(path)}\t${can}`, more);
    }
    return new Map([...found].filter(([, list]) => list.length > 0));
  } finally {
    await Deno.remove(work, { recursive: true });
  }
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
  const named = Deno.args.filter((one) => /^\d/.test(one));
  const releases = named.length > 0 ? named : RELEASES;
  for (const system of SYSTEMS) {
    const all = new Map<string, Set<string>>();
    const roots = [machine];
    for (const release of releases) roots.push(await fetchRelease(own, release));
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
  releases: [${versions.map((one) => JSON.stringify(/go(1\.\d+)/.exec(one)![1])).sort().join(", ")}],
  packages: ${tableOf(all)},
};
`;
    if (Deno.args.includes("--write")) await Deno.writeTextFile(join(FOLDER, `${system}.ts`), table);
    else console.log(table);
  }
}
