/**
 * Measures the time from the shortcut to a palette that is drawn and accepts a letter, in the whole
 * program on a private X display.
 */
import { processesOf } from "../desktop/windows/bench.ts";
import { waitFor } from "../desktop/harness/mod.ts";
import { memoryAlone } from "./probe/alone.ts";
import { FIELD, inProgram, show } from "./probe/palette.ts";
import { goal } from "./goal.ts";

const ROUNDS = 11;
/** Times of the palette, and the memory while it waits. */
interface Measured {
  readonly drawn: number[];
  readonly typed: number[];
  /** Memory of each process while no window is open. */
  readonly memory: Readonly<Record<Process, Memory>>;
  /** The same in MB without pages shared with other programs; null unless root asks. */
  readonly alone: Readonly<Record<Process, number>> | null;
}

/** Memory in MB: proportional, and the part that is private and not backed by a file. */
interface Memory {
  readonly all: number;
  readonly own: number;
}

/** The measured processes, by a part of their command line. */
const PROCESSES = {
  "Kedge": "--hidden",
  "windows": "windows/child/main.ts",
  "page": "WebKitWebProcess",
  "network": "WebKitNetworkProcess",
} as const;

type Process = keyof typeof PROCESSES;

/** Measures the palette repeatedly: loaded in advance, and for comparison loaded each time. */
export async function bench(): Promise<string[]> {
  const warm = await measure("1"), anew = await measure("0");
  const middle = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1]!;
  const line = (what: string, part: "drawn" | "typed") => {
    const [mine, peer] = [middle(warm[part]), middle(anew[part])];
    const sorted = warm[part].toSorted((a, b) => a - b);
    const range = `${sorted[0]!.toFixed(0)} to ${sorted.at(-1)!.toFixed(0)}, a quarter within ${
      sorted[sorted.length >> 2]!.toFixed(0)
    }`;
    return `${what.padEnd(32)}${mine.toFixed(0)} ms (${range}), ${
      (mine / peer).toFixed(2)
    } × a window loaded anew`;
  };
  return [
    `${line("shortcut to drawn", "drawn")}, ${goal("60 ms", middle(warm.drawn) <= 60)}`,
    line("shortcut to a typed letter", "typed"),
    `${memoryLine("memory of a palette that waits", warm.memory)}, ${
      goal("110", proportional(warm.memory) <= 110)
    }`,
    ...warm.alone ? [aloneLine("if alone on the machine", warm.alone)] : [],
    memoryLine("memory, KEDGE_WARM_WINDOW=0", anew.memory),
  ];
}

/**
 * Returns the line about memory that these processes need when no other program shares their
 * libraries.
 */
function aloneLine(what: string, { Kedge, ...windows }: NonNullable<Measured["alone"]>): string {
  const each = Object.entries(windows);
  const detail = each.map(([name, size]) => `${name} ${size}`).join(", ");
  return `${what.padEnd(32)}${
    each.reduce((all, [, size]) => all + size, 0)
  } MB (${detail}); Kedge itself ${Kedge}`;
}

/** Returns the proportional memory of the windows' processes together. */
const proportional = ({ Kedge: _, ...windows }: Measured["memory"]) =>
  Object.values(windows).reduce((all, one) => all + one.all, 0);

/** Returns the line about memory of the windows' processes together, and each with Kedge itself. */
function memoryLine(what: string, memory: Measured["memory"]): string {
  const { Kedge, ...windows } = memory;
  const own = Object.values(windows).reduce((all, one) => all + one.own, 0);
  const each = Object.entries(windows).filter(([, { all }]) => all > 0).map(([name, { own }]) =>
    `${name} ${own}`
  );
  const detail = each.length === 0 ? "" : ` (${each.join(", ")})`;
  return `${what.padEnd(32)}${
    proportional(memory)
  } MB proportional, ${own} of them its own${detail}; Kedge itself ${Kedge.all}, ${Kedge.own} its own`;
}

function measure(warm: "0" | "1"): Promise<Measured> {
  return inProgram(warm, 0, async (screen, runtime) => {
    if (warm === "1") await rested(runtime);
    const waiting = await memory(runtime), alone = await aloneIn(runtime);
    const letter = await screen.keys("q"), escape = await screen.keys("Escape");
    const empty = await screen.part(FIELD);
    const drawn: number[] = [], typed: number[] = [];
    for (let n = 0; n < ROUNDS + 2; n++) {
      const start = performance.now();
      await show(screen);
      const seen = performance.now() - start;
      const before = await screen.part(FIELD);
      screen.press(letter);
      await screen.differs(FIELD, before);
      // The first two rounds load things that are loaded once.
      if (n >= 2) {
        drawn.push(seen);
        typed.push(performance.now() - start);
      }
      screen.press(escape);
      screen.press(escape);
      await screen.same(FIELD, empty);
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    return { drawn, typed, memory: waiting, alone };
  });
}

async function memory(runtime: string): Promise<Measured["memory"]> {
  const found = Object.entries(PROCESSES).map(async ([name, part]) => {
    let all = 0, own = 0;
    for (const pid of await processesOf(runtime, part)) {
      const text = await Deno.readTextFile(`/proc/${pid}/smaps_rollup`).catch(() => "");
      all += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
      own += Number(/^Pss_Anon:\s+(\d+)/m.exec(text)?.[1] ?? 0);
    }
    return [name, { all: Math.round(all / 1024), own: Math.round(own / 1024) }];
  });
  return Object.fromEntries(await Promise.all(found));
}

async function aloneIn(runtime: string): Promise<Measured["alone"]> {
  const pids = Object.entries(PROCESSES).map(async (
    [name, part],
  ) => [name, await processesOf(runtime, part)]);
  const found = await memoryAlone<Process>(Object.fromEntries(await Promise.all(pids)));
  return found && (Object.fromEntries(
    Object.entries(found).map(([name, bytes]) => [name, Math.round(bytes / 2 ** 20)]),
  ) as Record<Process, number>);
}

/**
 * Waits until Kedge's collector has returned the memory of the start, half a minute after the last
 * work.
 */
async function rested(runtime: string): Promise<void> {
  let least = Infinity, since = performance.now();
  await waitFor("memory at rest", async () => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const { Kedge } = await memory(runtime);
    if (Kedge.own < least) [least, since] = [Kedge.own, performance.now()];
    return performance.now() - since > 40_000;
  }, 120_000);
}
