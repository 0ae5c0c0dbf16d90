/** PR_SET_PDEATHSIG of prctl(2), and the signal to send. */
const SET_DEATH_SIGNAL = 1, SIGKILL = 9n;

/** Makes Linux kill this process when its parent process ends. */
export function endWithParent(): void {
  const { symbols } = Deno.dlopen("libc.so.6", {
    prctl: { parameters: ["i32", "u64", "u64", "u64", "u64"], result: "i32" },
  });
  symbols.prctl(SET_DEATH_SIGNAL, SIGKILL, 0n, 0n, 0n);
}
