import { join } from "node:path";

/** Names the address at which another system starts servers for tests of one that cannot: `tests/windows/servers.ts`. */
export const ELSEWHERE = "KEDGE_TEST_SERVERS";

/**
 * What a test may need of the system, and the systems that have it. A test that needs something is left out where it is not to
 * be had, counted as ignored, and only for a reason that stands here; `tests/unit/systems_test.ts` tries each of them.
 */
export const HAVE = {
  /** Rights and owners of files. Deno makes up a mode on Windows. */
  modes: ["linux", "darwin"],
  /** Symbolic links, which Windows lets only some users make. */
  links: ["linux", "darwin"],
  /** Named pipes that lie in a folder, sockets and devices. */
  specialFiles: ["linux", "darwin"],
  /** `/bin/sh`, and the tools beside it. */
  shell: ["linux", "darwin"],
  /** `cmd.exe`. */
  cmd: ["windows"],
  /** Signals that a program hears. Windows ends it at once. */
  signals: ["linux", "darwin"],
  /** Ctrl+C for another program. On Wine the system below it sends that; on Windows a console sends it to all of its programs. */
  interrupt: ["linux", "darwin", ...(Deno.env.has(ELSEWHERE) ? ["windows" as const] : [])],
  /** Paths with slashes alone, as the computer below a drive of Wine's has them. */
  slashes: ["linux", "darwin"],
  /** Names of files with quotes and controls in them. */
  anyName: ["linux", "darwin"],
  /** An error of its own for a name that is too long. */
  longNames: ["linux", "darwin"],
  /** A small disk in memory, which root mounts. */
  tmpfs: ["linux"],
  /** `openssl`, and the programs of OpenSSH. */
  openssl: ["linux", "darwin"],
  /** `/proc`. */
  proc: ["linux"],
} as const satisfies Record<string, readonly (typeof Deno.build.os)[]>;

/** Something that a test needs. */
export type Need = keyof typeof HAVE;

/** A device that swallows everything, and a folder that nobody can make. */
export const DEVICE = Deno.build.os === "windows" ? "\\\\.\\NUL" : "/dev/null";
export const NOWHERE = join(DEVICE, "nowhere");

/** Whether this system has all of it. */
export function has(...needs: readonly Need[]): boolean {
  return needs.every((need) => (HAVE[need] as readonly string[]).includes(Deno.build.os));
}

/** A test that is left out on systems that lack what it needs. */
export function testOn(
  needs: readonly Need[],
  name: string,
  fn: (context: Deno.TestContext) => void | Promise<void>,
): void {
  Deno.test({ name, ignore: !has(...needs), fn });
}
