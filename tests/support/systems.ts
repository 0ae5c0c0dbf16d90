import { join } from "node:path";

/**
 * Variable with the address of another system that starts servers for tests on a system that cannot:
 * `tests/windows/servers.ts`.
 */
export const ELSEWHERE = "KEDGE_TEST_SERVERS";

/**
 * Features that a test may need, and the systems that have them. A test is ignored on a system that lacks a
 * feature, and only for a reason listed here; `tests/unit/systems_test.ts` checks each of them.
 */
export const HAVE = {
  /** File permissions and owners. On Windows Deno invents a mode. */
  modes: ["linux", "darwin"],
  /** Symbolic links, which only some users of Windows may create. */
  links: ["linux", "darwin"],
  /** Named pipes in a folder, sockets and devices. */
  specialFiles: ["linux", "darwin"],
  /** `/bin/sh` and its usual tools. */
  shell: ["linux", "darwin"],
  /** `cmd.exe`. */
  cmd: ["windows"],
  /** Signals that a program can handle. On Windows they end it at once. */
  signals: ["linux", "darwin"],
  /**
   * Ctrl+C for another program. Under Wine the underlying system sends it; on Windows a console sends it to
   * all its programs.
   */
  interrupt: ["linux", "darwin", ...(Deno.env.has(ELSEWHERE) ? ["windows" as const] : [])],
  /** Paths with forward slashes only; Wine's drives lead to such paths. */
  slashes: ["linux", "darwin"],
  /** File names with quotes and control characters. */
  anyName: ["linux", "darwin"],
  /** A separate error for a name that is too long. */
  longNames: ["linux", "darwin"],
  /** A small disk in memory, which root mounts. */
  tmpfs: ["linux"],
  /** `openssl` and the OpenSSH programs. */
  openssl: ["linux", "darwin"],
  /** `/proc`. */
  proc: ["linux"],
} as const satisfies Record<string, readonly (typeof Deno.build.os)[]>;

/** A feature that a test needs. */
export type Need = keyof typeof HAVE;

/** A device that discards everything, and a folder that cannot be created. */
export const DEVICE = Deno.build.os === "windows" ? "\\\\.\\NUL" : "/dev/null";
export const NOWHERE = join(DEVICE, "nowhere");

/** Whether this system has all these features. */
export function has(...needs: readonly Need[]): boolean {
  return needs.every((need) => (HAVE[need] as readonly string[]).includes(Deno.build.os));
}

/** Defines a test that is ignored on systems without these features. */
export function testOn(
  needs: readonly Need[],
  name: string,
  fn: (context: Deno.TestContext) => void | Promise<void>,
): void {
  Deno.test({ name, ignore: !has(...needs), fn });
}
