import { findProgram, hostSystem } from "../host.ts";
import { launch, type OpenResult } from "../launch.ts";
import { userEnvironment } from "../runtime_variables.ts";
import type { CommandLine } from "../system.ts";
import { type Terminal, terminalPrograms } from "./programs.ts";

/** A terminal program of this computer. */
export interface FoundTerminal {
  readonly id: string;
  readonly label: string;
}

/** A program that cannot show a window says so within this time, ms. */
const FAILS_WITHIN = 3000;

/** The terminal programs that are there; the first one is taken where none is chosen. */
export async function terminals(): Promise<FoundTerminal[]> {
  return (await installed()).map(({ id, label }) => ({ id, label }));
}

/**
 * Opens a terminal that runs a command in the user's home folder, in the program that was chosen as long as it is there. The
 * command stands in the arguments of the terminal, where everybody can read it: it holds no secret. Nobody waits for a window:
 * `onFailed` hears that there will be none.
 */
export async function openTerminal(
  command: CommandLine,
  title: string,
  chosen: string | undefined,
  onFailed: (failure: Extract<OpenResult, { ok: false }>) => void,
): Promise<OpenResult> {
  const all = await installed();
  const terminal = all.find(({ id }) => id === chosen) ?? all[0];
  if (!terminal) {
    return {
      ok: false,
      message: "No terminal program was found",
      hint: "Install one, for example xterm, or name yours in the variable TERMINAL.",
    };
  }
  const env = userEnvironment();
  const home = env.HOME ?? env.USERPROFILE;
  const yourself = `Run it yourself: ${command.join(" ")}`;
  const hint = terminal.permission ? `${terminal.permission} ${yourself}` : yourself;
  return await launch(terminal.open(command, title), hint, undefined, {
    // A variable that the user has set for Kedge is set in the user's own shell too.
    env,
    ...(home ? { cwd: home } : {}),
    patience: FAILS_WITHIN,
    onFailed,
  });
}

async function installed(): Promise<Terminal[]> {
  const programs = terminalPrograms(hostSystem().name, Deno.env.toObject());
  const there = await Promise.all(
    programs.map(({ found }) =>
      "program" in found
        ? findProgram(found.program).then((path) => path !== null)
        : Deno.stat(found.application).then(() => true, () => false)
    ),
  );
  return programs.filter((_, at) => there[at]);
}
