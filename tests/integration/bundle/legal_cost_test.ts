import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleBytes } from "../../support/bundles/bundles.ts";
import { COSTLIEST, COSTLY } from "../../support/bundles/costly.ts";
import type { Took } from "../../support/bundles/use.ts";

const PROGRAM = fileURLToPath(new URL("../../support/program/measured.ts", import.meta.url));
const OTHERS = fileURLToPath(new URL("../../support/bundles/costs.ts", import.meta.url));
const MB = 1024 * 1024;
/** Processor time of the process that does it, on the machine that the goal was set for. */
const MOST_MS = 2000;
/** Of that the start of the process takes so much, which a bundle read in this process does not have. */
const START_MS = 150;
/** Over what the same command takes for the smallest bundle. */
const MOST_MEMORY = 150 * MB;

interface Cost {
  readonly ms: number;
  readonly peak: number;
  /** How many times as long everything took as on the machine that the goal was set for. */
  readonly slowness: number;
  readonly stdout: string;
}

/** Runs a command line of Kedge in a process of its own. */
async function measure(home: string, ...args: readonly string[]): Promise<Cost> {
  const file = join(home, "measured.json");
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", PROGRAM, ...args],
    env: { KEDGE_HOME: home, KEDGE_TEST_MEASURED: file },
    stdin: "null",
  }).output();
  const text = await Deno.readTextFile(file).catch(() => "");
  assert.notEqual(text, "", new TextDecoder().decode(stderr));
  await Deno.remove(file);
  return { ...JSON.parse(text), stdout: new TextDecoder().decode(stdout) };
}

/** What reviewing, installing and listing a bundle take. */
async function costs(bytes: Uint8Array): Promise<Record<string, Cost>> {
  const home = await Deno.makeTempDir({ prefix: "kedge-cost-" });
  try {
    const file = join(home, "x.kedgeext");
    await Deno.writeFile(file, bytes);
    const validate = await measure(home, "--validate-bundle", file, "--json");
    const { hash } = JSON.parse(validate.stdout);
    assert.ok(hash, validate.stdout.slice(0, 500));
    const review = await measure(home, "--install", file);
    assert.match(review.stdout, new RegExp(hash));
    const install = await measure(home, "--install", file, "--trust", hash);
    const list = await measure(home, "--list");
    assert.notEqual(list.stdout, "");
    return { validate, review, install, list };
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

/** The commands that took more than they may, each in words. */
function tooMuch(all: Record<string, Cost>, least: Record<string, Cost>): string[] {
  // Who else uses the machine comes and goes between a command and what it is compared with.
  const most = MOST_MS * Math.max(...Object.values(all).map(({ slowness }) => slowness));
  return Object.entries(all).flatMap(([command, { ms, peak }]) => {
    const more = peak - least[command]!.peak;
    return [
      ...(ms < most ? [] : [`${command} took ${ms.toFixed(0)} of ${most.toFixed(0)} ms`]),
      ...(more < MOST_MEMORY
        ? []
        : [`${command} took ${(more / MB).toFixed(0)} MB more than the smallest bundle`]),
    ];
  });
}

Deno.test("a bundle within every limit costs no more than its bytes", async (t) => {
  const least = await costs(bundleBytes());
  for (const name of COSTLIEST) {
    await t.step(name, async () => {
      assert.deepEqual(tooMuch(await costs(COSTLY[name]!()), least), []);
    });
  }
});

Deno.test("the other bundles within every limit are read, reviewed, installed and listed in time", async (t) => {
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", OTHERS],
    stdin: "null",
  }).output();
  const lines = new TextDecoder().decode(stdout).trim().split("\n");
  assert.equal(lines.length + COSTLIEST.length, Object.keys(COSTLY).length, new TextDecoder().decode(stderr));
  for (const line of lines) {
    const [name, took, slowness]: [string, Took, number] = JSON.parse(line);
    await t.step(name, () => {
      const most = (MOST_MS - START_MS) * slowness;
      // A bundle is read before it is reviewed or installed.
      const commands = {
        review: took.read + took.review,
        install: took.read + took.install,
        list: took.list,
      };
      assert.deepEqual(Object.entries(commands).filter(([, ms]) => ms >= most), []);
    });
  }
});
