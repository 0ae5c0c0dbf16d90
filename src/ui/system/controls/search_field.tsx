import type { JSX, Ref } from "preact";
import { Icon } from "../icon.tsx";
import { plain } from "../keys.ts";

/** A field that filters or searches a list. Esc clears its text; in an empty field Esc goes to the surroundings. */
export function SearchField(
  {
    value,
    onInput,
    label,
    placeholder,
    filters = false,
    inputRef,
    onRows,
    onKeyDown,
    autoFocus,
    controls,
    popup,
    active,
  }: {
    value: string;
    onInput: (value: string) => void;
    label: string;
    placeholder?: string;
    /** Whether the field filters a list beside another field that searches. It has an icon of its own then. */
    filters?: boolean;
    inputRef?: Ref<HTMLInputElement>;
    /**
     * Called for ↓ and Enter, which lead to the rows that the field filters. Returns false to leave the key to
     * the surroundings.
     */
    onRows?: (key: "ArrowDown" | "Enter") => void | false;
    onKeyDown?: (event: KeyboardEvent) => void;
    autoFocus?: boolean;
    /** The DOM id of the list that the field controls. `active` is the id of the option that Enter picks. */
    controls?: string;
    /** The kind of what it controls, unless that is a list. */
    popup?: "tree";
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
        aria-haspopup={popup}
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
          const { key } = event;
          const toRows = onRows && plain(event) && (key === "ArrowDown" || key === "Enter");
          if (toRows && onRows(key) !== false) event.preventDefault();
          else onKeyDown?.(event);
        }}
      />
    </span>
  );
}
