import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type GoImport, readGo } from "../../../src/core/bundle/mod.ts";
import { findGo } from "../../../src/core/actions/build/go.ts";
import { removeFolder } from "../remove_folder.ts";

const PROGRAM = fileURLToPath(new URL("./imports.go", import.meta.url));

/** Go's reading of one file; see imports.go. */
export interface GoVerdict {
  readonly listed: readonly string[] | null;
  readonly parsed: readonly (readonly [path: string, name: string, line: string])[] | null;
  readonly whole: boolean;
}

/** Returns the path of this machine's Go program. */
export async function goProgram(): Promise<string> {
  const go = await findGo();
  if (!("path" in go)) throw new Error(`no Go at ${go.looked.join(", ")}`);
  return go.path;
}

/** Runs `use` with a function that asks Go's own packages about files. Builds a program for that. */
export async function withGoOracle<T>(
  use: (ask: (sources: readonly Uint8Array[]) => Promise<GoVerdict[]>) => Promise<T>,
): Promise<T> {
  const folder = await Deno.makeTempDir({ prefix: "kedge-go-oracle-" });
  try {
    const program = join(folder, "imports");
    const built = await new Deno.Command(await goProgram(), {
      args: ["build", "-o", program, PROGRAM],
      cwd: folder,
      env: { GOFLAGS: "", GOPROXY: "off", GOTOOLCHAIN: "local", GOWORK: "off", CGO_ENABLED: "0" },
    }).output();
    assert.ok(built.success, new TextDecoder().decode(built.stderr));
    return await use((sources) => ask(program, sources));
  } finally {
    await removeFolder(folder);
  }
}

async function ask(program: string, sources: readonly Uint8Array[]): Promise<GoVerdict[]> {
  const child = new Deno.Command(program, { stdin: "piped", stdout: "piped" }).spawn();
  const answers = new Response(child.stdout).text();
  const writer = child.stdin.getWriter();
  for (const source of sources) {
    const size = new Uint8Array(4);
    new DataView(size.buffer).setUint32(0, source.length, true);
    await writer.write(size);
    await writer.write(source);
  }
  await writer.close();
  const lines = (await answers).trim().split("\n");
  assert.ok((await child.status).success);
  assert.equal(lines.length, sources.length);
  return lines.map((line) => JSON.parse(line));
}

/**
 * Checks that Go reads the same imports as Kedge, and refuses every file that Kedge refuses. Throws
 * otherwise. Returns whether Kedge read the file.
 */
export function compareWithGo(source: Uint8Array, go: GoVerdict): boolean {
  const imports: GoImport[] = [];
  const fault = readGo(source, { import: (one) => imports.push(one) });
  const text = () => JSON.stringify(new TextDecoder().decode(source));
  if (fault) {
    assert.ok(
      !go.whole || !go.listed,
      `Kedge refuses what Go takes: ${fault.message} (${fault.line})\n${text()}`,
    );
    return false;
  }
  const seen = imports.map(({ path, name, line }) => [path, name ?? "", String(line)]);
  assert.deepEqual(seen, go.parsed, text());
  assert.deepEqual(imports.map(({ path }) => path).sort(), go.listed && [...go.listed].sort(), text());
  return true;
}
