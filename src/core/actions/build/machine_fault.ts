/** Causes on the machine by what Go prints, each with the reason and what the user can do. */
const CAUSES: readonly (readonly [printed: RegExp, reason: string, hint: (cache: string) => string])[] = [
  [
    /no space left on device|not enough space on the disk|disk quota exceeded/i,
    "the disk is full",
    (cache) => `Make room in ${cache}. The first compilation takes over 100 MB.`,
  ],
  [
    /signal: killed|cannot allocate memory|out of memory|paging file is too small|not enough (memory|storage) /i,
    "the system ended the compiler",
    () => "There may be too little memory. Close other programs and try again.",
  ],
  [
    /^go did not end within/,
    "Go took too long",
    () => "Try again when the machine is less busy.",
  ],
];

/** Returns why Go failed when the cause is the machine and not a source; null when the output names none. */
export function machineFault(
  output: string,
  cache: string,
): { readonly error: string; readonly hint: string } | null {
  for (const [printed, reason, hint] of CAUSES) {
    if (printed.test(output)) {
      return { error: `the action could not be compiled: ${reason}`, hint: hint(cache) };
    }
  }
  return null;
}
