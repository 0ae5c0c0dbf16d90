import type { JSX } from "preact";

/** A number with its label. */
export function Figure({ value, of }: { value: number; of: string }): JSX.Element {
  return (
    <span>
      <b class="numbers">{value}</b> {of}
    </span>
  );
}
