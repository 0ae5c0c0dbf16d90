import type { JSX } from "preact";

/** How far something is: a fraction from 0 to 1, or null while that is not known. */
export function ProgressBar({ fraction, label }: { fraction: number | null; label: string }): JSX.Element {
  if (fraction === null) return <div class="progress-unknown" role="progressbar" aria-label={label} />;
  return <progress class="progress" max={1} value={Math.min(1, Math.max(0, fraction))} aria-label={label} />;
}
