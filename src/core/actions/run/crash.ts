/** Finds in the lines that Go prints when it ends a program why it did, and where in the bundle. */
interface CrashReader {
  push(line: string): void;
  /** `actions/greet/greet.go:14: panic: …`, or null when no crash was printed. */
  reason(): string | null;
}

/** Starts reading; lines have the bundle's own names of its files. */
export function createCrashReader(): CrashReader {
  let reason: string | null = null;
  let position = "";
  let ofAction = false;
  return {
    push(line) {
      if (/^(panic|fatal error): /.test(line)) {
        // The last one ends it: before, a program that the action started may have crashed.
        reason = line;
        position = "";
        ofAction = false;
        return;
      }
      if (reason === null || position) return;
      // A call, and below it its place: of the bundle's own calls the innermost comes first.
      const file = ofAction ? /^\t(\S.*\.go:\d+)/.exec(line) : null;
      if (file) position = `${file[1]}: `;
      ofAction = /^(action|bundle\/\S+)\.\S.*\(/.test(line);
    },
    reason: () => reason === null ? null : position + reason,
  };
}
