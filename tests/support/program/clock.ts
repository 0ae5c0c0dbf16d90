import { join } from "node:path";

/** A clock that a test sets, for a program and its child processes. */
export interface SetClock {
  /** Variables for the program's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Sets the clock ahead of the real time (`+8h`) or behind it (`-40d`). */
  set(by: string): Promise<void>;
}

/**
 * Creates a clock with the real time and a file in this folder. Monotonic clocks, which timers use, are not
 * changed.
 */
export async function setClock(folder: string): Promise<SetClock> {
  const file = join(folder, "clock");
  await Deno.writeTextFile(file, "+0\n");
  return {
    env: {
      LD_PRELOAD: await library(),
      FAKETIME_TIMESTAMP_FILE: file,
      // Seconds after which the file is read again.
      FAKETIME_CACHE_DURATION: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      NO_FAKE_STAT: "1",
    },
    set: (by) => Deno.writeTextFile(file, `${by}\n`),
  };
}

async function library(): Promise<string> {
  const { stdout } = await new Deno.Command("dpkg-query", { args: ["-L", "libfaketime"] }).output();
  const path = new TextDecoder().decode(stdout).split("\n").find((line) =>
    line.endsWith("/libfaketimeMT.so.1")
  );
  if (path === undefined) throw new Error("libfaketime is not installed (Debian: apt install libfaketime)");
  return path;
}
