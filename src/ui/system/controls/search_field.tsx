import type { JSX, Ref } from "preact";
import { Icon } from "../icon.tsx";

/** The field that filters or finds. Esc empties it first, and only then leaves what it is in. */
export function SearchField(
  { value, onInput, label, placeholder, filters = false, inputRef, onKeyDown, autoFocus, controls, active }: {
    value: string;
    onInput: (value: string) => void;
    label: string;
    placeholder?: string;
    /** It leaves out what does not fit, beside another field that finds: it has a sign of its own. */
    filters?: boolean;
    inputRef?: Ref<HTMLInputElement>;
    onKeyDown?: (event: KeyboardEvent) => void;
    autoFocus?: boolean;
    /** The DOM id of the list it filters, and of the option that Enter takes. */
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
