import { join } from "node:path";
import { compileAction, findGo, startRun } from "../../src/core/actions/mod.ts";
import { buildFlags, planBuild } from "../../src/core/actions/build/plan.ts";
import { goEnvironment } from "../../src/core/actions/build/toolchain.ts";
import { readSdk } from "../../src/core/actions/build/sdk.ts";
import { defaultConfig } from "../../src/core/config/mod.ts";
import { buildActionLibrary } from "../runner/go_library.ts";
import { testCache } from "../support/cache.ts";
import { installActions, makeHome } from "../support/program/actions.ts";
import { recordingSurface } from "../support/program/run_surface.ts";
import { goal } from "./goal.ts";

const action = (imports: string, body: string) =>
  `package action\n\nimport (\n\t"kedge"\n${imports}\n)\n\nfunc Run(k *kedge.Ctx) error {\n${body}\n\treturn nil\n}\n`;
const program = (imports: string, body: string) =>
  `package main\n\nimport (\n${imports}\n)\n\nfunc main() {\n${body}\n}\n`;

const TRIVIAL = `\tfmt.Println("hello")`;
const CALLS = `\tvar fib func(n int) int
	fib = func(n int) int {
		if n < 2 {
			return n
		}
		return fib(n-1) + fib(n-2)
	}
	fmt.Println(fib(32))`;
const COMPUTE = `\tlongest, start := 0, 0
	for i := 1; i < 500_000; i++ {
		steps := 0
		for n := i; n != 1; steps++ {
			if n%2 == 0 {
				n /= 2
			} else {
				n = 3*n + 1
			}
		}
		if steps > longest {
			longest, start = steps, i
		}
	}
	fmt.Println(longest, start)`;
const FLOOD =
  `\tchunk := bytes.Repeat([]byte("a line of sixty-four characters, which is printed very often ...\\n"), 1<<10)
	for i := 0; i < 4096; i++ {
		os.Stdout.Write(chunk)
	}`;
const LINES = `\tfor i := 0; i < 50_000; i++ {
		k.Log("a line of sixty-four characters, which is logged quite often ..")
	}`;

const SOURCES = {
  trivial: action(`\t"fmt"`, TRIVIAL),
  compute: action(`\t"fmt"`, COMPUTE),
  calls: action(`\t"fmt"`, CALLS),
  flood: action(`\t"bytes"\n\t"os"`, FLOOD),
  lines: `package action\n\nimport "kedge"\n\nfunc Run(k *kedge.Ctx) error {\n${LINES}\n\treturn nil\n}\n`,
};

/** Prepares Go's library in the cache that test homes share, and the interpreter. */
export async function prepare(): Promise<void> {
  await buildActionLibrary();
  const go = await findGo();
  if ("path" in go) await prepareYaegi(go.path);
}

/** Measures actions: each figure is a ratio or a rate of one run of this program. */
export async function bench(): Promise<string[]> {
  const paths = await makeHome();
  const lines: string[] = [];
  try {
    for (const [id, source] of Object.entries(SOURCES)) await installActions(paths, id, [{ id, source }]);
    const go = await findGo();
    if (!("path" in go)) throw new Error("Go was not found");

    const run = async (id: keyof typeof SOURCES) => {
      const began = performance.now();
      let first = 0;
      const surface = recordingSurface({ log: () => void (first ||= performance.now() - began) });
      const outcome = await startRun({ paths, config: defaultConfig(), extension: id, action: id }, surface)
        .done;
      if (outcome.status !== "ok") throw new Error(`${id}: ${outcome.error}`);
      return { first, all: performance.now() - began };
    };
    // Compile and run each once, so that later runs are warm.
    await run("trivial");
    await run("compute");
    await run("calls");

    const source = {
      entry: "actions/trivial.go",
      files: new Map([["actions/trivial.go", bytes(SOURCES.trivial)]]),
    };
    const compiled = await compileAction(paths, source);
    if (!compiled.ok) throw new Error(compiled.error);
    const [warm, bare] = await best(
      21,
      async () => (await run("trivial")).first,
      () => bareStart(compiled.program),
    );
    lines.push(
      `click to first frame, warm: ${ms(warm)}, bare start of the same binary ${ms(bare)}: +${
        ms(warm - bare)
      } (${goal("+15 ms", warm - bare <= 15)})`,
    );

    const cold = () =>
      fresh(async (home) => {
        const began = performance.now();
        await compileAction({ ...paths, cache: home }, source);
        return performance.now() - began;
      });
    const plain = () =>
      fresh(async (home) => {
        const plan = planBuild(source, await readSdk(), go.version);
        for (const [path, content] of plan.files) {
          await Deno.mkdir(join(home, "src", path, ".."), { recursive: true });
          await Deno.writeFile(join(home, "src", path), content);
        }
        await Deno.mkdir(join(home, "tmp"));
        const began = performance.now();
        await new Deno.Command(go.path, {
          args: [...buildFlags("all"), "-o", join(home, "program"), `./${plan.folder}`],
          cwd: join(home, "src"),
          env: goEnvironment(go, home, join(home, "tmp")),
          clearEnv: true,
        }).output();
        return performance.now() - began;
      });
    const [ours, theirs] = await best(2, cold, plain);
    lines.push(
      `cold compile: ${ms(ours)}, go build of the same module ${ms(theirs)}: ${ratio(ours, theirs)} × (${
        goal("1.1 ×", ours / theirs <= 1.1)
      })`,
    );

    const yaegi = await prepareYaegi(go.path);
    const scripts = await Deno.makeTempDir({ prefix: "kedge-bench-" });
    const interpreted = (name: string) => async () => {
      const began = performance.now();
      const { success } = await new Deno.Command(yaegi, {
        args: ["run", join(scripts, name)],
        stdout: "null",
      })
        .output();
      if (!success) throw new Error(`yaegi failed at ${name}`);
      return performance.now() - began;
    };
    await Deno.writeTextFile(join(scripts, "trivial.go"), program(`\t"fmt"`, TRIVIAL));
    await Deno.writeTextFile(join(scripts, "compute.go"), program(`\t"fmt"`, COMPUTE));
    const [trivial, trivialYaegi] = await best(
      11,
      async () => (await run("trivial")).all,
      interpreted("trivial.go"),
    );
    lines.push(
      `trivial script: ${ms(trivial)}, yaegi ${ms(trivialYaegi)}: ${ratio(trivialYaegi, trivial)} × faster (${
        goal("not slower", trivial <= trivialYaegi)
      })`,
    );
    await Deno.writeTextFile(join(scripts, "calls.go"), program(`\t"fmt"`, CALLS));
    for (const [name, id] of [["loops", "compute"], ["calls", "calls"]] as const) {
      const [own, other] = await best(2, async () => (await run(id)).all, interpreted(`${id}.go`));
      lines.push(
        `compute-heavy script of ${name}: ${ms(own)}, yaegi ${ms(other)}: ${ratio(other, own)} × faster (${
          goal("30 ×", other / own >= 30)
        })`,
      );
    }
    await Deno.remove(scripts, { recursive: true });

    await run("flood");
    await run("lines");
    const [flood, logged] = await best(
      3,
      async () => (await run("flood")).all,
      async () => (await run("lines")).all,
    );
    lines.push(
      `log throughput: ${rate(4096 * 1024 * 65, flood)} printed, ${
        rate(50_000 * 64, logged)
      } in 50,000 calls of Log`,
    );
    return lines;
  } finally {
    await paths.remove();
  }
}

/** Returns the time from spawn to the first byte of the program's first frame. */
async function bareStart(program: string): Promise<number> {
  const began = performance.now();
  const child = new Deno.Command(program, {
    env: { KEDGE_RUN_NONCE: "bench" },
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.getReader();
  await reader.read();
  const took = performance.now() - began;
  child.kill("SIGKILL");
  await reader.cancel();
  await child.stdin.abort().catch(() => {});
  await child.status;
  return took;
}

async function fresh(measure: (home: string) => Promise<number>): Promise<number> {
  const home = await Deno.makeTempDir({ prefix: "kedge-bench-" });
  try {
    return await measure(home);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

/** Compiles the interpreter once, from the Go module proxy. */
async function prepareYaegi(go: string): Promise<string> {
  const folder = testCache("yaegi");
  const program = join(folder, "bin", "yaegi");
  if (await Deno.stat(program).then(() => true, () => false)) return program;
  const { success, stderr } = await new Deno.Command(go, {
    args: ["install", "github.com/traefik/yaegi/cmd/yaegi@v0.16.1"],
    env: {
      GOBIN: join(folder, "bin"),
      GOPATH: join(folder, "path"),
      GOFLAGS: "-modcacherw",
      GOTOOLCHAIN: "local",
    },
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return program;
}

/**
 * Returns the best of several times of two functions, called alternately, so that other load
 * affects both alike.
 */
async function best(
  times: number,
  one: () => Promise<number>,
  other: () => Promise<number>,
): Promise<[number, number]> {
  let [first, second] = [Infinity, Infinity];
  for (let i = 0; i < times; i++) {
    first = Math.min(first, await one());
    second = Math.min(second, await other());
  }
  return [first, second];
}

const bytes = (text: string) => new TextEncoder().encode(text);
const ms = (time: number) => `${time < 100 ? time.toFixed(1) : Math.round(time)} ms`;
const ratio = (a: number, b: number) => (a / b).toFixed(2);
const rate = (size: number, time: number) => `${Math.round(size / 1e3 / time)} MB/s`;
