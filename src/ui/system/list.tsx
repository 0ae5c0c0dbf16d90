import { type ComponentChildren, Fragment, type JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useRoving } from "./roving.ts";

/** Rows with controls in them: one stop of the Tab key, arrows move within. See `Row` and `Section`. */
export function List({ label, children }: { label: string; children: ComponentChildren }): JSX.Element {
  const ref = useRef<HTMLDivElement>(null);
  useRoving(ref);
  return <div class="list" role="list" aria-label={label} ref={ref}>{children}</div>;
}

/** One row of a `List`: what it is, and its tools at the right. With `onRun` the whole row is a button. */
export function Row(
  { onRun, title, disabled = false, tools, current, children }: {
    onRun?: () => void;
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
          aria-disabled={disabled || undefined}
          onClick={() => !disabled && onRun()}
        >
          {children}
        </button>
      )}
      {tools && <div class="tools">{tools}</div>}
    </div>
  );
}

/** A heading inside a list, with how many rows it has. */
export function Section(
  { title, count, children }: { title: ComponentChildren; count?: number; children?: ComponentChildren },
): JSX.Element {
  return (
    <div class="section" role="presentation">
      <h2 class="small">{title}</h2>
      {count !== undefined && <span class="count numbers">{count}</span>}
      <span class="grow" />
      {children}
    </div>
  );
}

/**
 * A list to pick one of, moved through by arrow keys while the focus stays where the user types (the
 * palette, a search field). `active` is an index; the owner's field must carry `aria-controls={id}` and
 * `aria-activedescendant={optionId(id, active)}`.
 */
export function Options<T>(
  { id, label, items, active, itemKey, onPick, onPoint, render, before }: {
    id: string;
    label: string;
    items: readonly T[];
    active: number;
    itemKey: (item: T) => string;
    onPick: (item: T) => void;
    /** The pointer moved over an item. */
    onPoint?: (index: number) => void;
    render: (item: T, active: boolean) => ComponentChildren;
    /** What stands before an item, for example the heading of its section. */
    before?: (item: T, previous: T | undefined) => ComponentChildren;
  },
): JSX.Element {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active <= 0) ref.current?.parentElement?.scrollTo({ top: 0 });
    else ref.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [active, items]);
  return (
    <div class="list" role="listbox" id={id} aria-label={label} ref={ref}>
      {items.map((item, index) => (
        <Fragment key={itemKey(item)}>
          {before?.(item, items[index - 1])}
          <div
            id={optionId(id, index)}
            class="list-row"
            role="option"
            aria-selected={index === active}
            onClick={() => onPick(item)}
            onMouseMove={() => index !== active && onPoint?.(index)}
          >
            {render(item, index === active)}
          </div>
        </Fragment>
      ))}
    </div>
  );
}

/** The DOM id of an option, for `aria-activedescendant`. */
export function optionId(list: string, index: number): string {
  return `${list}-${index}`;
}

/** Where the arrow keys lead in a list of `length`, or null for another key. Wraps round at the ends. */
export function movedIndex(key: string, index: number, length: number, page = 8): number | null {
  if (length === 0) return null;
  switch (key) {
    case "ArrowDown":
      return (index + 1) % length;
    case "ArrowUp":
      return index < 0 ? length - 1 : (index - 1 + length) % length;
    case "PageDown":
      return Math.min(index + page, length - 1);
    case "PageUp":
      return Math.max(index - page, 0);
    default:
      return null;
  }
}
