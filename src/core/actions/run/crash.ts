/**
 * Finds the cause of a crash, and its place in the bundle, in the lines that Go prints. The lines contain the
 * bundle's own file names.
 */
export function createCrashReader() {
  let reason: string | null = null;
  let position = "";
  let ofAction = false;
  return {
    push(line: string) {
      if (/^(panic|fatal error): /.test(line)) {
        // The last crash counts, because an earlier one may come from a program that the action started.
        reason = line;
        position = "";
        ofAction = false;
        return;
      }
      if (reason === null || position) return;
      // Each call is followed by its place. The first call of the bundle's code is the innermost.
      const file = ofAction ? /^\t(\S.*\.go:\d+)/.exec(line) : null;
      if (file) position = `${file[1]}: `;
      ofAction = /^(action|bundle\/\S+)\.\S.*\(/.test(line);
    },
    /** `actions/greet/greet.go:14: panic: …`; null when no crash was printed. */
    reason: (): string | null => reason === null ? null : position + reason,
  };
}
