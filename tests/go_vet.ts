/** Checks the Go sources: gofmt, and `go vet` of the SDK and of every action of the examples. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findProgram, programPlaces } from "../src/core/platform/mod.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

async function main(): Promise<number> {
  const go = await findProgram("go");
  if (!go) {
    console.error(
      `Go was not found. Install it (Debian: golang-go, or https://go.dev/dl). Looked at:\n  ` +
        programPlaces("go").join("\n  "),
    );
    return 1;
  }
  const files = [...await goFiles(join(ROOT, "sdk")), ...await goFiles(join(ROOT, "examples"))];
  if (files.length === 0) return 0;
  let ok = await formatted(join(dirname(go), "gofmt"), files);
  if (existsSync(join(ROOT, "sdk/go.mod"))) ok = await vet(go, join(ROOT, "sdk"), "sdk") && ok;
  for (const entry of files.filter((file) => file.includes("/actions/"))) {
    ok = await vetAction(go, entry) && ok;
  }
  return ok ? 0 : 1;
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
    env: { GOFLAGS: "-mod=mod", GOPROXY: "off", GOTOOLCHAIN: "local", GOWORK: "off" },
  }).output();
  if (!success) {
    console.error(
      `go vet of ${name}:\n${new TextDecoder().decode(stdout)}${new TextDecoder().decode(stderr)}`,
    );
  }
  return success;
}

/** Vets one action as Kedge compiles it: its entry file alone, in a module with the SDK beside it. */
async function vetAction(go: string, entry: string): Promise<boolean> {
  const module = await Deno.makeTempDir({ prefix: "kedge-vet-" });
  try {
    const bundle = dirname(entry.slice(0, entry.lastIndexOf("/actions/") + 1) + "x");
    for (const file of await goFiles(bundle)) {
      if (dirname(file) === dirname(entry) && file !== entry) continue;
      const copy = join(module, file.slice(bundle.length + 1));
      await Deno.mkdir(dirname(copy), { recursive: true });
      await Deno.copyFile(file, copy);
    }
    await Deno.writeTextFile(
      join(module, "go.mod"),
      `module bundle\n\ngo 1.19\n\nrequire kedge v0.0.0\n\nreplace kedge => ${join(ROOT, "sdk")}\n`,
    );
    return await vet(go, module, entry.slice(ROOT.length));
  } finally {
    await Deno.remove(module, { recursive: true });
  }
}

Deno.exit(await main());
