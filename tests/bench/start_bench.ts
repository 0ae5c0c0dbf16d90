import { kedge } from "../support/program/kedge.ts";

const ROUNDS = 7;

/** How long short commands take from source, process start included, after one warm-up; beside an empty program. */
export async function bench(): Promise<string[]> {
  const example = new URL("../../examples/config.json", import.meta.url).pathname;
  const empty = await Deno.makeTempFile({ prefix: "kedge-empty-", suffix: ".ts" });
  const env = { KEDGE_HOME: "/nowhere" };
  const peer = () => new Deno.Command(Deno.execPath(), { args: ["run", "-A", "--no-check", empty] }).output();
  const commands = [["--version"], ["--list"], ["--validate-config", example], ["--accounts"], ["--doctor"]];
  const times = commands.map((): number[] => []), peers: number[] = [];
  // In turns, so that what else the machine does is shared.
  for (let round = 0; round <= ROUNDS; round++) {
    const timed = async (run: () => Promise<unknown>, into: number[]) => {
      const start = performance.now();
      await run();
      if (round > 0) into.push(performance.now() - start);
    };
    await timed(peer, peers);
    for (const [at, args] of commands.entries()) await timed(() => kedge(args, { env }), times[at]!);
  }
  await Deno.remove(empty);
  const middle = (all: number[]) => all.toSorted((a, b) => a - b)[ROUNDS >> 1]!;
  return commands.map(([name], at) => {
    const mine = middle(times[at]!);
    const goal = name === "--list" ? ", goal 2" : "";
    return `kedge ${name}: ${mine.toFixed(0)} ms, ${
      (mine / middle(peers)).toFixed(1)
    } × an empty Deno${goal}`;
  });
}
