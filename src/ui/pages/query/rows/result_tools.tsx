import type { JSX } from "preact";
import { MenuButton, type MenuItem, readClipboard, SearchField, Tool } from "../../../system/mod.ts";
import type { Editing } from "./editing_interface.ts";
import { COPIES, type CopyFormat } from "./formats.ts";

/** The commands for the rows of a result. */
export function ResultTools(
  { mode, opened, sorted, filter, editing, logs, ...on }: {
    readonly mode: "rows" | "chart";
    readonly opened: boolean;
    readonly sorted: boolean;
    readonly filter: string;
    readonly editing: Editing;
    /** Whether the rows are from log groups and cannot be edited. */
    readonly logs: boolean;
    /** Shows the lines around a log line; undefined where no row is a log line. */
    readonly onAround: (() => void) | undefined;
    readonly onMode: (mode: "rows" | "chart") => void;
    readonly onCopy: (format: CopyFormat) => void;
    readonly onExport: () => void;
    readonly onCell: () => void;
    readonly onUnsorted: () => void;
    readonly onFilter: (filter: string) => void;
    readonly onRows: () => void;
    readonly onReview: () => void;
    readonly onWriting: () => void;
  },
): JSX.Element {
  return (
    <div class="row result-tools">
      <Tool
        alone={mode === "chart" ? "Show the rows" : "Show a chart"}
        pressed={mode === "chart"}
        onClick={() => on.onMode(mode === "rows" ? "chart" : "rows")}
      >
        Chart
      </Tool>
      <MenuButton
        kind="bare"
        compact
        icon="copy"
        items={(Object.keys(COPIES) as CopyFormat[]).map((format) => ({
          label: `Copy as ${COPIES[format]}`,
          shortcut: format === "text" ? "Mod+C" : undefined,
          onPick: () => on.onCopy(format),
        }))}
      >
        Copy
      </MenuButton>
      {!logs && <MenuButton kind="bare" compact icon="table" items={editItems(editing, on)}>Edit</MenuButton>}
      <Tool icon="save" alone="Export rows" onClick={on.onExport}>Export…</Tool>
      <Tool
        icon="eye"
        alone={opened ? "Hide the cell" : "Show the cell"}
        pressed={opened}
        onClick={on.onCell}
      >
        Cell
      </Tool>
      {on.onAround && (
        <Tool
          icon="console"
          shortcut="l"
          title="Lines around this one (L)"
          alone="Show the lines around it"
          onClick={on.onAround}
        >
          Lines around
        </Tool>
      )}
      <span class="grow" />
      {sorted && <Tool alone="Sort in the original order" onClick={on.onUnsorted}>Original order</Tool>}
      <span class="result-filter">
        <SearchField
          label="Filter fetched rows"
          value={filter}
          onInput={on.onFilter}
          onKeyDown={(event) => {
            // These keys move from the filter to the rows.
            if (!["ArrowDown", "Enter", "Escape"].includes(event.key)) return;
            on.onRows();
            event.preventDefault();
            event.stopPropagation();
          }}
        />
      </span>
    </div>
  );
}

/** The commands that edit rows and cells, with their shortcuts. */
function editItems(
  editing: Editing,
  on: { readonly onRows: () => void; readonly onReview: () => void; readonly onWriting: () => void },
): MenuItem[] {
  if (!editing.on) return [{ label: "Let this tab write…", icon: "unlock", onPick: on.onWriting }];
  const { state } = editing;
  const open = state === undefined || state.status === "open";
  const pending = state !== undefined && state.changed + state.added + state.removed > 0;
  /** A menu item that moves the focus to the rows, where its shortcut works too. */
  const item = (
    label: string,
    shortcut: string | undefined,
    act: () => void,
    more: Partial<MenuItem> = {},
  ): MenuItem => ({
    label,
    shortcut,
    disabled: !open,
    onPick: () => {
      on.onRows();
      act();
    },
    ...more,
  });
  return [
    item("Edit the cell", "F2", () => editing.edit()),
    item("Edit it in a larger field", "Shift+Enter", () => editing.edit(undefined, true)),
    item("Set to NULL", "Delete", () => editing.set("null")),
    item("Set to the default", "Alt+Delete", () => editing.set("default")),
    item("Paste", "Mod+V", () => void readClipboard().then(editing.paste)),
    item("Add a row", "Insert", editing.add, { apart: true, icon: "plus" }),
    item("Copy the row as a new one", "Mod+D", editing.copy, { icon: "copy" }),
    item("Remove the row", "Mod+Delete", editing.remove, { icon: "minus" }),
    item("Undo", "Mod+Z", () => editing.step("undo"), { apart: true, disabled: !open || !state?.canUndo }),
    item("Redo", "Mod+Shift+Z", () => editing.step("redo"), { disabled: !open || !state?.canRedo }),
    item("Review the changes…", "F9", on.onReview, { apart: true, disabled: !open || !pending }),
    item("Discard the changes", undefined, () => editing.step("discard"), {
      disabled: !open || !pending,
      danger: true,
    }),
  ];
}
