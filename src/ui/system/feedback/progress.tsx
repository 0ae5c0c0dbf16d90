import type { JSX } from "preact";

/** A progress bar. `fraction` is between 0 and 1; null while it is unknown. */
export function ProgressBar({ fraction, label }: { fraction: number | null; label: string }): JSX.Element {
  if (fraction === null) return <div class="progress-unknown" role="progressbar" aria-label={label} />;
  return <progress class="progress" max={1} value={Math.min(1, Math.max(0, fraction))} aria-label={label} />;
}
