/** PR_SET_PDEATHSIG, and what is sent. */
const SET_DEATH_SIGNAL = 1, SIGKILL = 9n;

/** Has Linux end this process with the one that started it. */
export function endWithParent(): void {
  const { symbols } = Deno.dlopen("libc.so.6", {
    prctl: { parameters: ["i32", "u64", "u64", "u64", "u64"], result: "i32" },
  });
  symbols.prctl(SET_DEATH_SIGNAL, SIGKILL, 0n, 0n, 0n);
}
