import type { ChildProcess, ChildProcessWithoutNullStreams } from "node:child_process";
import type { Readable } from "node:stream";
import { hostSystem } from "../../platform/mod.ts";

/** Time for ssh to end by itself before it is killed, s. */
const ENDS_WITHIN = 2;

/**
 * Shell script that starts ssh and ends it when this process ends, for whatever reason: ssh alone would stay
 * as long as its server is busy. The script notices the end by reading descriptor 3, to which nothing is
 * written. `$1` tells whether it ends one process or the group.
 */
const WATCHED = `exec 4<&0
whom=$1; shift
"$@" <&4 3<&- 4<&- &
ssh=$!
exec 4<&- </dev/null >/dev/null
[ "$whom" = group ] && whom=-$$ || whom=$ssh
{ trap "" TERM; read -r end <&3; kill -TERM $whom; sleep ${ENDS_WITHIN}; kill -KILL $whom; } 2>/dev/null &
watch=$!
exec 3<&-
wait $ssh
status=$?
kill -KILL $watch
exit $status`;

/** A running ssh. */
export interface SshProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** Ends ssh with everything that it started. */
  end(): void;
}

/**
 * Starts `ssh`; with `alone` detached from the terminal that this process may have. Throws when it cannot be
 * started.
 */
export async function startSsh(
  program: string,
  args: readonly string[],
  env: Record<string, string>,
  alone: boolean,
): Promise<SshProcess> {
  const { spawn } = await import("node:child_process");
  if (hostSystem().name === "windows") {
    const child = spawn(program, [...args], { stdio: "pipe", windowsHide: true, env });
    return { child, end: () => void child.kill() };
  }
  const whom = alone ? "group" : "one";
  const child = spawn("/bin/sh", ["-c", WATCHED, "sh", whom, program, ...args], {
    stdio: ["pipe", "pipe", "pipe", "pipe"],
    detached: alone,
    env,
  }) as ChildProcess as ChildProcessWithoutNullStreams;
  const watch = child.stdio[3]!;
  watch.on("error", () => {});
  (watch as Readable).resume();
  return { child, end: () => void watch.destroy() };
}
