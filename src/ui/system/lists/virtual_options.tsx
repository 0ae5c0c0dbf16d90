import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { optionId } from "./list.tsx";

/** The height of every row, in CSS pixels; lists.css says the same. */
const HEIGHT = 32;
/** Rows beyond what is seen that are there for quick scrolling. */
const SPARE = 20;

/** Which rows are wanted. */
export interface RowsInView {
  readonly from: number;
  readonly count: number;
}

/** Rows to begin with, before anything was measured. */
export const FIRST_VIEW: RowsInView = { from: 0, count: 60 };

/**
 * A list to pick one of, as `Options`, of which only the rows in view are in the document and known to the page: any length
 * costs the same. `row` gives the content of a place, a heading as one, or null while it is not known yet; `onView` hears
 * which rows are wanted.
 */
export function VirtualOptions(
  { id, label, count, active, row, onPick, onView }: {
    id: string;
    label: string;
    count: number;
    /** The place of the picked row; -1 for none. */
    active: number;
    row: (index: number) => { readonly heading?: boolean; readonly content: ComponentChildren } | null;
    onPick: (index: number) => void;
    onView: (view: RowsInView) => void;
  },
): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(FIRST_VIEW);
  const measure = () => {
    const element = box.current;
    if (!element) return;
    const first = Math.max(0, Math.floor(element.scrollTop / HEIGHT) - SPARE);
    // In steps, so that scrolling asks for rows now and then and not for each pixel.
    const from = first - first % SPARE;
    const seen = Math.ceil(element.clientHeight / HEIGHT) + 3 * SPARE;
    if (from === view.from && seen === view.count) return;
    setView({ from, count: seen });
    onView({ from, count: seen });
  };
  const newest = useRef(measure);
  newest.current = measure;
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => newest.current());
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (box.current && active >= 0) reveal(box.current, active);
  }, [active]);
  const shown: ComponentChildren[] = [];
  for (let index = view.from; index < Math.min(count, view.from + view.count); index++) {
    const { heading = false, content = null } = row(index) ?? {};
    const attributes = heading ? { role: "presentation" as const } : {
      role: "option" as const,
      "aria-selected": index === active,
      "aria-setsize": count,
      "aria-posinset": index + 1,
    };
    shown.push(
      <div
        key={index}
        id={optionId(id, index)}
        class={heading ? "section fixed-row" : "list-row fixed-row"}
        {...attributes}
        // Keys go on where they went.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => !heading && content !== null && onPick(index)}
      >
        {content}
      </div>,
    );
  }
  return (
    <div
      class="scroll grow virtual"
      role="listbox"
      id={id}
      aria-label={label}
      ref={box}
      onScroll={measure}
      tabIndex={-1}
    >
      <div role="presentation" class="virtual-rows" style={{ height: `${count * HEIGHT}px` }}>
        <div role="presentation" class="virtual-shift" style={{ top: `${view.from * HEIGHT}px` }}>
          {shown}
        </div>
      </div>
    </div>
  );
}

/** Scrolls no further than the row needs; with the first row also the heading above it is seen. */
function reveal(box: HTMLElement, index: number): void {
  const top = index <= 1 ? 0 : index * HEIGHT;
  const bottom = (index + 1) * HEIGHT;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
}
