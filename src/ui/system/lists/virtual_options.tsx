import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { optionId } from "./list.tsx";

/** Height of every row, in CSS pixels; the same as in lists.css. */
const HEIGHT = 32;
/** Rows beyond the visible ones that are loaded for quick scrolling. */
const SPARE = 20;

/** The rows that are needed to fill the view. */
export interface RowsInView {
  readonly from: number;
  readonly count: number;
}

/** The rows to load before the view is measured. */
export const FIRST_VIEW: RowsInView = { from: 0, count: 60 };

/**
 * A list to pick one row from, like `Options`, of which only the rows in view are loaded and in the document,
 * so that long lists stay fast. `row` returns the content at an index, or null while it is not loaded;
 * `onView` hears which rows are needed.
 */
export function VirtualOptions(
  { id, label, count, active, row, onPick, onView }: {
    id: string;
    label: string;
    count: number;
    /** Index of the picked row; -1 for none. */
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
    // Rounded to steps, so that scrolling does not request rows for each pixel.
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
        // Keeps the focus in the search field.
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

/** Scrolls only as far as the row requires. For the first row, the heading above it becomes visible too. */
function reveal(box: HTMLElement, index: number): void {
  const top = index <= 1 ? 0 : index * HEIGHT;
  const bottom = (index + 1) * HEIGHT;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
}
