import type { JSX } from "preact";
import { Icon } from "../icon.tsx";

/** One of a few values, with the look of a field. */
export function Select(
  { options, onPick, look = "", ...attributes }: Omit<JSX.HTMLAttributes<HTMLSelectElement>, "onChange"> & {
    value: string;
    options: readonly { readonly value: string; readonly label: string }[];
    onPick: (value: string) => void;
    /** Another class of what is around it. */
    look?: string;
  },
): JSX.Element {
  return (
    <span class={`select ${look}`}>
      <select {...attributes} class="input" onChange={(event) => onPick(event.currentTarget.value)}>
        {options.map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
      </select>
      <Icon name="down" />
    </span>
  );
}
