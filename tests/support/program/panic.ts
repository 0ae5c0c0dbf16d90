/**
 * Deno for Windows ends so at times under Wine while a program that it started writes or ends: a state that its library for pipes
 * holds to be impossible. It was never seen on another system.
 */
export const DENO_PANIC = /panicked at .*named_pipe\.rs/;

/** So often a program is started anew. */
const TRIES = 4;

/** Runs a program to its end, and again where Deno itself has ended it by that; it says so. */
export async function withoutPanic<T extends { readonly stderr: string }>(run: () => Promise<T>): Promise<T> {
  for (let left = TRIES;; left--) {
    const result = await run();
    if (Deno.build.os !== "windows" || !DENO_PANIC.test(result.stderr) || left === 0) return result;
    console.warn("Deno's own panic in named_pipe.rs: started anew");
  }
}
