/** What short commands cost from source, process start included, beside an empty program in the same rounds. */
import { makeHome } from "../support/program/actions.ts";
import { kedge } from "../support/program/kedge.ts";
import { loadSource } from "../../src/core/extensions/source/source.ts";
import { installBundle } from "../../src/core/extensions/mod.ts";

/** So many that steps of 10 ms, in which the system counts, even out. */
const ROUNDS = 40;
const EXAMPLES = new URL("../../examples/", import.meta.url).pathname;

/** A command line, and how many times an empty program's time it may take. */
const COMMANDS: readonly (readonly [args: readonly string[], goal?: number])[] = [
  [["--version"]],
  [["--list"], 3],
  [["--accounts"], 3],
  [["--doctor"], 3],
  [["--doctor", "--json"], 3],
  [["--validate-config"], 2],
];

/** Measures all of them in a home with every field of a configuration and extensions, where no Kedge runs. */
export async function bench(): Promise<string[]> {
  const home = await makeHome();
  const empty = await Deno.makeTempFile({ prefix: "kedge-empty-", suffix: ".ts" });
  try {
    await fill(home);
    const env = { KEDGE_HOME: home.home, HOME: home.home, DISPLAY: "", WAYLAND_DISPLAY: "" };
    const run = (args: readonly string[]) => () => kedge(args, { env });
    const peer = () =>
      new Deno.Command(Deno.execPath(), { args: ["run", "-A", "--no-check", empty] }).output();
    const all = [peer, ...COMMANDS.map(([args]) => run(args))];
    const times = all.map(() => 0);
    // In turns, so that what else the machine does is shared; the first turn warms up.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [at, once] of all.entries()) {
        const before = processorTime();
        await once();
        if (round > 0) times[at]! += processorTime() - before;
      }
    }
    return COMMANDS.map(([args, goal], at) => {
      const [mine, base] = [times[at + 1]! / ROUNDS, times[0]! / ROUNDS];
      return `kedge ${args.join(" ")}: ${mine.toFixed(0)} ms of processor time, ${
        (mine / base).toFixed(1)
      } × an empty Deno${goal ? `, goal ${goal}` : ""}`;
    });
  } finally {
    await Deno.remove(empty);
    await home.remove();
  }
}

async function fill(home: Awaited<ReturnType<typeof makeHome>>): Promise<void> {
  // A portal would be asked by the doctor, over the network.
  const config = await Deno.readTextFile(`${EXAMPLES}config.json`);
  await Deno.writeTextFile(home.config, config.replace(/^ *"sso\w+": .*$/gm, ""), { mode: 0o600 });
  for (const name of ["toolbox", "every-kind", "secret-check"]) {
    const loaded = await loadSource(`${EXAMPLES}${name}`);
    if (!loaded.bundle) throw new Error(`examples/${name} cannot be read`);
    await installBundle(home, loaded.bundle, { source: name, hash: loaded.bundle.hash });
  }
}

/** The processor time of all programs that this one has waited for, ms. */
function processorTime(): number {
  const fields = Deno.readTextFileSync("/proc/self/stat").replace(/^.*\) /s, "").split(" ").map(Number);
  return (fields[13]! + fields[14]!) * 10;
}
