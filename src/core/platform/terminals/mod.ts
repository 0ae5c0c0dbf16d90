import { findProgram, hostSystem } from "../host.ts";
import { launch, type OpenResult } from "../launch.ts";
import { userEnvironment } from "../runtime_variables.ts";
import type { CommandLine } from "../system.ts";
import { startInConsole } from "./console.ts";
import { type Terminal, terminalPrograms } from "./programs.ts";

/** An installed terminal program. */
export interface FoundTerminal {
  readonly id: string;
  readonly label: string;
}

/** Time within which a program that cannot show a window reports that, ms. */
const FAILS_WITHIN = 3000;

/** Time within which the user answers the system's question whether Kedge may control a program, ms. */
const ANSWERS_WITHIN = 120_000;

/** Returns the time within which a terminal's failure is noticed, ms. */
export const patienceOf = ({ permission }: Pick<Terminal, "permission">): number =>
  permission ? ANSWERS_WITHIN : FAILS_WITHIN;

/** Returns the installed terminal programs; the first one is used when the user has chosen none. */
export async function terminals(): Promise<FoundTerminal[]> {
  return (await installed()).map(({ id, label }) => ({ id, label }));
}

/**
 * Opens a terminal that runs a command in the user's home folder, in the chosen program when it is installed.
 * The command must not contain a secret, because everybody can read it in the terminal's arguments. Does not
 * wait for the window; `onFailed` is called when it does not appear.
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
  const line = terminal.open(command, title);
  // Variables that the user has set for Kedge are also set in the user's own shell.
  const place = { env, ...(home ? { cwd: home } : {}) };
  if (!terminal.inConsole) {
    return await launch(line, hint, undefined, { ...place, patience: patienceOf(terminal), onFailed });
  }
  return startInConsole(line, place)
    ? { ok: true }
    : { ok: false, message: `${line[0]} did not start`, hint };
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
