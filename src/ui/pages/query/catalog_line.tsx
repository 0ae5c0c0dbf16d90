import type { JSX } from "preact";
import { formatNumber } from "../../../core/text/locale.ts";
import type { CatalogRow } from "../../../core/sql/query_window/catalog_row.ts";
import { Icon, type IconName, type MenuItem, MoreButton } from "../../system/mod.ts";
import { seen } from "../../text/visible.tsx";

/** Height of a row, in CSS pixels; the same as in panes.css. */
export const ROW = 24;
/** The text beside a column that is hidden from agents. */
const HIDDEN = "hidden from agents";

const ICONS: Readonly<Record<CatalogRow["kind"], IconName>> = {
  schema: "folder",
  table: "server",
  view: "eye",
  routine: "code",
  column: "minus",
  key: "key",
  index: "search",
  note: "info",
};

/** One row of the catalog: the object, its approximate number of rows, and its commands. */
export function CatalogLine(
  { row, number, active, hidden, onToggle, onRows, onInsert, onDefinition, onHide }: {
    row: CatalogRow;
    number: number;
    active: boolean;
    /** Whether the column is hidden from agents. */
    hidden: boolean;
    onToggle: () => void;
    onRows: () => void;
    onInsert: () => void;
    onDefinition: () => void;
    /** Hides the column or shows it again; undefined where agents see nothing of it anyway. */
    onHide: (() => void) | undefined;
  },
): JSX.Element {
  const { kind, name, detail, depth, open, rows } = row;
  const readable = kind === "table" || kind === "view";
  const insert = (shortcut: string): MenuItem => ({
    label: "Insert the name",
    alone: `Insert the name ${name}`,
    icon: "plus",
    shortcut,
    onPick: onInsert,
  });
  const tools: MenuItem[] = isDefined(row)
    ? [
      ...(readable
        ? [
          {
            label: "First rows",
            alone: `First rows of ${name}`,
            icon: "play",
            shortcut: "Enter",
            onPick: onRows,
          } satisfies MenuItem,
        ]
        : []),
      {
        label: "Definition",
        alone: `Definition of ${name}`,
        icon: "code",
        shortcut: "Shift+Enter",
        onPick: onDefinition,
      },
      insert("Mod+Enter"),
    ]
    : onHide
    ? [
      {
        label: hidden ? "Show to agents" : "Hide from agents",
        alone: hidden ? `Show ${name} to agents` : `Hide ${name} from agents`,
        icon: hidden ? "eye" : "eyeOff",
        shortcut: "Shift+Enter",
        onPick: onHide,
      },
      insert("Enter"),
    ]
    : [];
  return (
    <div
      id={`catalog-${number}`}
      class={`catalog-row${active ? " active" : ""}`}
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={open}
      aria-selected={active}
      style={{ top: `${number * ROW}px`, paddingLeft: `${8 + depth * 14}px` }}
      title={[name, detail, hidden && HIDDEN].filter(Boolean).join(" · ")}
      onClick={onToggle}
      onDblClick={readable ? onRows : onInsert}
    >
      <span class="catalog-fold">{open !== undefined && <Icon name={open ? "down" : "right"} />}</span>
      <Icon name={hidden ? "eyeOff" : ICONS[kind]} class="quiet" />
      <span class={kind === "key" || kind === "note" ? "cut quiet" : "cut"}>{seen(name)}</span>
      <span class="quiet small cut grow">{hidden ? HIDDEN : seen(detail)}</span>
      {rows !== null && (
        <span class="quiet small numbers" title="Rows, as the server estimates">{short(rows)}</span>
      )}
      {tools.length > 0 && (
        <span class="catalog-tools" onClick={(event) => event.stopPropagation()}>
          <MoreButton of={name} items={tools} />
        </span>
      )}
    </div>
  );
}

/** Whether the object has a definition that can be shown. */
export function isDefined({ kind }: CatalogRow): boolean {
  return kind === "table" || kind === "view" || kind === "routine";
}

/** Returns an approximate number of rows: `950`, `12 k`, `3.4 M`. */
function short(rows: number): string {
  if (rows < 1000) return String(Math.max(0, rows));
  if (rows < 1_000_000) return `${Math.round(rows / 1000)} k`;
  return `${formatNumber(rows / 1_000_000, rows < 10_000_000 ? 1 : 0)} M`;
}
