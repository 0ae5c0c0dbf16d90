import type { JSX, Ref } from "preact";
import { Icon } from "../icon.tsx";

/** A field that filters or searches a list. Esc clears its text; in an empty field Esc goes to the surroundings. */
export function SearchField(
  { value, onInput, label, placeholder, filters = false, inputRef, onKeyDown, autoFocus, controls, active }: {
    value: string;
    onInput: (value: string) => void;
    label: string;
    placeholder?: string;
    /** Whether the field filters a list beside another field that searches. It has an icon of its own then. */
    filters?: boolean;
    inputRef?: Ref<HTMLInputElement>;
    onKeyDown?: (event: KeyboardEvent) => void;
    autoFocus?: boolean;
    /** The DOM id of the list that the field controls. `active` is the id of the option that Enter picks. */
    controls?: string;
    active?: string;
  },
): JSX.Element {
  return (
    <span class="inset leading">
      <Icon name={filters ? "filter" : "search"} />
      <input
        ref={inputRef}
        class="input"
        type="search"
        value={value}
        placeholder={placeholder ?? label}
        aria-label={label}
        role={controls === undefined ? undefined : "combobox"}
        aria-expanded={controls === undefined ? undefined : true}
        aria-controls={controls}
        aria-activedescendant={active}
        autocomplete="off"
        spellcheck={false}
        data-focus={autoFocus || undefined}
        onInput={(event) => onInput(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && value !== "") {
            event.preventDefault();
            event.stopPropagation();
            onInput("");
            return;
          }
          onKeyDown?.(event);
        }}
      />
    </span>
  );
}
