/**
 * Checks the Go sources: gofmt, and `go vet` of the SDK, the examples and the starter of `--new`.
 */
import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { findProgram, programPaths } from "../src/core/platform/mod.ts";

/** The extension that `kedge --new` starts with. */
const STARTER = "src/core/extensions/starter";
const ROOT = fileURLToPath(new URL("..", import.meta.url));

async function main(): Promise<number> {
  const go = await findProgram("go");
  if (!go) {
    console.error(
      `Go was not found. Install it (Debian: golang-go, or https://go.dev/dl). Looked at:\n  ` +
        programPaths("go").join("\n  "),
    );
    return 1;
  }
  const files = [];
  for (const folder of ["sdk", "examples", STARTER]) files.push(...await goFiles(join(ROOT, folder)));
  let ok = await formatted(join(dirname(go), "gofmt"), files);
  ok = await vet(go, join(ROOT, "sdk"), "sdk") && ok;
  for (const folder of [STARTER, ...await examples()]) ok = await vetBundle(go, folder) && ok;
  return ok ? 0 : 1;
}

/** Returns the extensions of examples/, from the project's root. */
async function examples(): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of Deno.readDir(join(ROOT, "examples"))) {
    if (existsSync(join(ROOT, "examples", name, "manifest.json"))) found.push(`examples/${name}`);
  }
  return found.sort();
}

async function goFiles(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (isDirectory) found.push(...await goFiles(path));
    else if (name.endsWith(".go")) found.push(path);
  }
  return found.sort();
}

async function formatted(gofmt: string, files: string[]): Promise<boolean> {
  const program = existsSync(gofmt) ? gofmt : await findProgram("gofmt") ?? "gofmt";
  const { stdout, stderr, success } = await new Deno.Command(program, { args: ["-l", ...files] }).output();
  const wrong = new TextDecoder().decode(stdout).trim();
  if (wrong) console.error(`Not formatted (run gofmt -w):\n${wrong}`);
  if (!success) console.error(new TextDecoder().decode(stderr));
  return success && wrong === "";
}

async function vet(go: string, folder: string, name: string): Promise<boolean> {
  const { success, stdout, stderr } = await new Deno.Command(go, {
    args: ["vet", "./..."],
    cwd: folder,
    env: { GOFLAGS: "-mod=mod", GOPROXY: "off", GOTOOLCHAIN: "local", GOWORK: "off", CGO_ENABLED: "0" },
  }).output();
  if (!success) {
    console.error(
      `go vet of ${name}:\n${new TextDecoder().decode(stdout)}${new TextDecoder().decode(stderr)}`,
    );
  }
  return success;
}

/**
 * Runs `go vet` on an extension as its author does: all of its Go files, including tests, in a
 * module with the SDK.
 */
async function vetBundle(go: string, folder: string): Promise<boolean> {
  const module = await Deno.makeTempDir({ prefix: "kedge-vet-" });
  try {
    for (const file of await goFiles(join(ROOT, folder))) {
      const copy = join(module, relative(join(ROOT, folder), file));
      await Deno.mkdir(dirname(copy), { recursive: true });
      await Deno.copyFile(file, copy);
    }
    await Deno.writeTextFile(
      join(module, "go.mod"),
      `module bundle\n\ngo 1.19\n\nrequire kedge v0.0.0\n\nreplace kedge => ${join(ROOT, "sdk")}\n`,
    );
    return await vet(go, module, folder);
  } finally {
    await Deno.remove(module, { recursive: true });
  }
}

Deno.exit(await main());
