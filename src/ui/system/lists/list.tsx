import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useRoving } from "./roving.ts";
import { formatNumber } from "../../../core/text/locale.ts";

/**
 * Rows with controls that are one stop of Tab; arrow keys move among them. With headings (`Section`) or
 * notices the list is `parted` and its rows (`Row`) are in a `ListPart` each, because only rows may be
 * children of an element with the role of a list.
 */
export function List(
  { label, parted = false, children }: { label: string; parted?: boolean; children: ComponentChildren },
): JSX.Element {
  const ref = useRef<HTMLDivElement>(null);
  useRoving(ref);
  return <div class="list" role={parted ? "group" : "list"} aria-label={label} ref={ref}>{children}</div>;
}

/** The rows below one heading of a parted list. */
export function ListPart({ label, children }: { label: string; children: ComponentChildren }): JSX.Element {
  return <div class="list" role="list" aria-label={label}>{children}</div>;
}

/**
 * One row of a `List`, with its tools at the right. With `onRun` the whole row is a button. With `guarded` a
 * click counts only on its icon (`.icon`, `.glyph`), because a click elsewhere in the row is easily made by
 * mistake; Enter always counts.
 */
export function Row(
  { onRun, verb, guarded = false, title, disabled = false, tools, current, children }: {
    onRun?: () => void;
    /** The verb for what `onRun` does. Ctrl+K writes it before the name of the row. */
    verb?: string;
    guarded?: boolean;
    title?: string;
    disabled?: boolean;
    tools?: ComponentChildren;
    current?: boolean;
    children: ComponentChildren;
  },
): JSX.Element {
  return (
    <div class="list-row" role="listitem" data-row aria-current={current ? "true" : undefined}>
      {onRun === undefined ? <div class="row-main" title={title}>{children}</div> : (
        <button
          type="button"
          class="row-main"
          title={title}
          data-verb={verb}
          aria-disabled={disabled || undefined}
          onClick={(event) => !disabled && (!guarded || isMeant(event)) && onRun()}
        >
          {children}
        </button>
      )}
      {tools && <div class="tools">{tools}</div>}
    </div>
  );
}

/** Whether the row was activated by a key or by a click on its icon. */
function isMeant({ detail, target }: MouseEvent): boolean {
  return detail === 0 || (target instanceof Element && target.closest(".icon, .glyph") !== null);
}

/** A heading inside a list, with the number of its rows. */
export function Section(
  { title, count, children }: { title: ComponentChildren; count?: number; children?: ComponentChildren },
): JSX.Element {
  return (
    <div class="section">
      <h2 class="small">{title}</h2>
      {count !== undefined && <span class="count numbers">{formatNumber(count)}</span>}
      <span class="grow" />
      {children}
    </div>
  );
}

/**
 * A list to pick one item from with the arrow keys while the focus stays in a text field (the palette, a
 * search field). `active` is an index; the field must have `aria-controls={id}` and
 * `aria-activedescendant={optionId(id, active)}`.
 */
export function Options<T>(
  { id, label, items, active, itemKey, onPick, onPoint, render, section = () => null, list }: {
    id: string;
    label: string;
    items: readonly T[];
    active: number;
    itemKey: (item: T) => string;
    onPick: (item: T) => void;
    /** Called when the user moves the pointer over an item. */
    onPoint?: (index: number) => void;
    render: (item: T, active: boolean) => ComponentChildren;
    /** Attributes of the list element, for example its class and its scroll handler. */
    list?: JSX.HTMLAttributes<HTMLDivElement>;
    /** Returns the heading of an item. Items with the same heading must follow each other. */
    section?: (item: T) => string | null;
  },
): JSX.Element {
  const ref = useRef<HTMLDivElement>(null);
  const current = items[active];
  useEffect(() => {
    if (active <= 0) ref.current?.scrollTo({ top: 0 });
    else ref.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [active, current === undefined ? "" : itemKey(current)]);
  const pointer = useRef("");
  /** Ignores pointer events of a pointer at rest, which the browser sends when the list opens or scrolls below it. */
  const isMoved = ({ screenX, screenY }: MouseEvent) => {
    const before = pointer.current;
    pointer.current = `${screenX} ${screenY}`;
    return before !== "" && before !== pointer.current;
  };
  const option = (item: T, index: number) => (
    <div
      key={itemKey(item)}
      id={optionId(id, index)}
      class="list-row"
      role="option"
      aria-selected={index === active}
      // Keeps the focus in the text field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPick(item)}
      onMouseMove={(event) => isMoved(event) && index !== active && onPoint?.(index)}
    >
      {render(item, index === active)}
    </div>
  );
  return (
    <div {...list} class={`list ${list?.class ?? ""}`} role="listbox" id={id} aria-label={label} ref={ref}>
      {parts(items, section).map(({ heading, from, to }) => {
        const options = items.slice(from, to).map((item, index) =>
          option(item, from + index)
        );
        return heading === null ? options : (
          <div key={heading} class="list" role="group" aria-label={heading}>
            <div class="section" aria-hidden="true">{heading}</div>
            {options}
          </div>
        );
      })}
    </div>
  );
}

/** Groups consecutive items with the same heading; `to` is exclusive. */
function parts<T>(items: readonly T[], section: (item: T) => string | null) {
  const found: { heading: string | null; from: number; to: number }[] = [];
  items.forEach((item, index) => {
    const heading = section(item);
    const last = found.at(-1);
    if (last && last.heading === heading) last.to = index + 1;
    else found.push({ heading, from: index, to: index + 1 });
  });
  return found;
}

/** Whether an element is scrolled nearly to its end, so that more rows must be loaded. */
export function nearEnd({ scrollTop, clientHeight, scrollHeight }: HTMLElement): boolean {
  return scrollTop + clientHeight > scrollHeight - clientHeight;
}

/** Returns the DOM id of an option, for `aria-activedescendant`. */
export function optionId(list: string, index: number): string {
  return `${list}-${index}`;
}
