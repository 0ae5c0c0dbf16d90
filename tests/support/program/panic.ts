/**
 * Message with which Deno for Windows sometimes crashes under Wine while a child process writes or ends: its
 * pipe library meets a state that it considers impossible. This was never seen on another system.
 */
export const DENO_PANIC = /panicked at .*named_pipe\.rs/;

/** Maximum number of further starts of a program. */
const TRIES = 4;

/** Runs a program to its end, and again with a warning when Deno itself crashed in this way. */
export async function withoutPanic<T extends { readonly stderr: string }>(run: () => Promise<T>): Promise<T> {
  for (let left = TRIES;; left--) {
    const result = await run();
    if (Deno.build.os !== "windows" || !DENO_PANIC.test(result.stderr) || left === 0) return result;
    console.warn("Deno's own panic in named_pipe.rs: started anew");
  }
}
