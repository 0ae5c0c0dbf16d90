/**
 * Measures short commands as in a release, including the process start, alternating with an empty
 * program.
 */
import { makeHome } from "../support/program/actions.ts";
import { plainEnvironment } from "../support/program/kedge.ts";
import { bundledProgram } from "./bundled.ts";
import { loadSource } from "../../src/core/extensions/source/source.ts";
import { installBundle } from "../../src/core/extensions/mod.ts";
import { goal } from "./goal.ts";

/** Enough rounds to even out the steps of 10 ms in which the system counts. */
const ROUNDS = 40;
const EXAMPLES = new URL("../../examples/", import.meta.url).pathname;

/** A command line, and the maximum multiple of an empty program's time. */
const COMMANDS: readonly (readonly [args: readonly string[], most?: number])[] = [
  [["--version"]],
  [["--list"], 3],
  [["--accounts"], 3],
  [["--doctor"], 3],
  [["--doctor", "--json"], 3],
  [["--validate-config"], 2],
];

/**
 * Measures all of them in a home with a complete configuration and extensions, while no Kedge runs.
 */
export async function bench(): Promise<string[]> {
  const home = await makeHome();
  const folder = await Deno.makeTempDir({ prefix: "kedge-bundled-" });
  try {
    await fill(home);
    const empty = `${folder}/empty.ts`;
    await Deno.writeTextFile(empty, "");
    const kedge = await bundledProgram(folder);
    const named = { KEDGE_HOME: home.home, HOME: home.home, DISPLAY: "", WAYLAND_DISPLAY: "" };
    const env = await plainEnvironment(named);
    const run = (args: readonly string[]) => () =>
      new Deno.Command(Deno.execPath(), { args: [...args], env, clearEnv: true, stdin: "null" }).output();
    const all = [
      run(["run", "-A", "--no-check", empty]),
      ...COMMANDS.map(([args]) => run([...kedge, ...args])),
    ];
    const times = all.map(() => 0);
    // Alternate, so that other load affects all alike; the first round warms up.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [at, once] of all.entries()) {
        const before = processorTime();
        await once();
        if (round > 0) times[at]! += processorTime() - before;
      }
    }
    return COMMANDS.map(([args, most], at) => {
      const [mine, base] = [times[at + 1]! / ROUNDS, times[0]! / ROUNDS];
      const multiple = (mine / base).toFixed(1);
      return `kedge ${args.join(" ")}: ${mine.toFixed(0)} ms of processor time, ${multiple} × an empty Deno${
        most ? `, ${goal(`${most}`, Number(multiple) <= most)}` : ""
      }`;
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
    await home.remove();
  }
}

async function fill(home: Awaited<ReturnType<typeof makeHome>>): Promise<void> {
  // The doctor would contact a portal over the network.
  const config = await Deno.readTextFile(`${EXAMPLES}config.json`);
  await Deno.writeTextFile(home.config, config.replace(/^ *"sso\w+": .*$/gm, ""), { mode: 0o600 });
  for (const name of ["toolbox", "every-kind", "secret-check"]) {
    const loaded = await loadSource(`${EXAMPLES}${name}`);
    if (!loaded.bundle) throw new Error(`examples/${name} cannot be read`);
    await installBundle(home, loaded.bundle, { source: name, hash: loaded.bundle.hash });
  }
}

/** Returns the processor time of all child processes that have ended, in ms. */
function processorTime(): number {
  const fields = Deno.readTextFileSync("/proc/self/stat").replace(/^.*\) /s, "").split(" ").map(Number);
  return (fields[13]! + fields[14]!) * 10;
}
