/** The features of this system that confine actions to what their review shows. */
export interface SandboxSupport {
  /** The version of Landlock; 0 when the kernel has none, null on systems other than Linux. */
  readonly landlock: number | null;
  readonly seccomp: boolean;
}

const CREATE_RULESET = 444, VERSION = 1, GET_SECCOMP = 21;

/** Asks the kernel in the same way as the SDK when an action starts. */
export function sandboxSupport(): SandboxSupport {
  if (Deno.build.os !== "linux") return { landlock: null, seccomp: false };
  try {
    const library = Deno.dlopen("libc.so.6", {
      syscall: { parameters: ["i64", "usize", "usize", "u32"], result: "i64" },
      prctl: { parameters: ["i32", "u64"], result: "i32" },
    });
    try {
      const version = Number(library.symbols.syscall(BigInt(CREATE_RULESET), 0n, 0n, VERSION));
      const seccomp = library.symbols.prctl(GET_SECCOMP, 0n) >= 0;
      return { landlock: Math.max(0, version), seccomp };
    } finally {
      library.close();
    }
  } catch {
    return { landlock: 0, seccomp: false };
  }
}
