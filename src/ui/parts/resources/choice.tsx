import type { JSX } from "preact";
import { Icon } from "../../system/mod.ts";

/** An option of a {@link Choice}. */
export type ChoiceOption = readonly [value: string, label: string];

/** A drop-down list in a bar. */
export function Choice(
  { label, value, options, onPick }: {
    label: string;
    value: string;
    options: readonly ChoiceOption[];
    onPick: (value: string) => void;
  },
): JSX.Element {
  return (
    <span class="select place-choice">
      <select
        class="input"
        aria-label={label}
        title={label}
        value={value}
        onChange={(event) => onPick(event.currentTarget.value)}
      >
        {options.map(([one, text]) => <option key={one} value={one}>{text}</option>)}
      </select>
      <Icon name="down" />
    </span>
  );
}
