import type { ComponentChildren, JSX } from "preact";
import { copyRows } from "../code/copy_rows.ts";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** Height of every row of code, in CSS pixels; the same as in code.css. */
const ROW_HEIGHT = 18;
const SPARE = 30;

/** A row to scroll to. A new object scrolls there again. */
export interface RowTarget {
  readonly row: number;
}

/**
 * Rows of equal height, of which only the visible ones are in the document, so that long lists stay fast.
 * With `follow` the end stays in view until the user scrolls up; `onFollow` hears when that changes, `onEnd`
 * whether the end is in view.
 */
export function Rows(
  { count, label, render, columns, target, follow = false, onFollow, onEnd, onColumns }: {
    count: number;
    label: string;
    render: (row: number) => ComponentChildren;
    /** Width of the widest row in characters, for the scroll bar, when rows are not wrapped. */
    columns?: number;
    target?: RowTarget | null;
    follow?: boolean;
    onFollow?: (follows: boolean) => void;
    onEnd?: (inView: boolean) => void;
    /** Called with the width of the list and of one character, in pixels, whenever they are measured. */
    onColumns?: (width: number, character: number) => void;
  },
): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const ruler = useRef<HTMLSpanElement>(null);
  const [view, setView] = useState({ top: 0, height: 400 });
  const measure = () => {
    const element = box.current;
    if (!element) return;
    const { scrollTop: top, clientHeight: height } = element;
    setView((now) => now.top === top && now.height === height ? now : { top, height });
    const character = (ruler.current?.getBoundingClientRect().width ?? 0) / 50;
    if (character > 0) onColumns?.(element.clientWidth, character);
  };
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  /**
   * Position that the list was scrolled to by code. Its scroll event arrives later and must not count as the
   * user's.
   */
  const scrolledTo = useRef(0);
  const scroll = (element: HTMLElement, top: number) => {
    element.scrollTop = top;
    scrolledTo.current = element.scrollTop;
  };
  useLayoutEffect(() => {
    if (follow && box.current) scroll(box.current, count * ROW_HEIGHT);
  }, [follow, count, view.height]);
  useLayoutEffect(() => {
    const top = target && box.current ? topFor(box.current, target.row) : undefined;
    if (top !== undefined) scroll(box.current!, top);
  }, [target]);
  const onScroll = () => {
    measure();
    const element = box.current;
    if (!element || !onFollow || element.scrollTop === scrolledTo.current) return;
    scrolledTo.current = -1;
    const atEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - ROW_HEIGHT;
    if (atEnd !== follow) onFollow(atEnd);
  };
  const endInView = view.top + view.height >= (count - 1) * ROW_HEIGHT;
  useLayoutEffect(() => onEnd?.(endInView), [endInView]);
  const first = Math.max(0, Math.floor(view.top / ROW_HEIGHT) - SPARE);
  const last = Math.min(count, Math.ceil((view.top + view.height) / ROW_HEIGHT) + SPARE);
  const shown: ComponentChildren[] = [];
  for (let row = first; row < last; row++) shown.push(render(row));
  const size = {
    height: `${count * ROW_HEIGHT}px`,
    minWidth: columns === undefined ? undefined : `${columns}ch`,
  };
  return (
    <div
      class="code"
      role="region"
      aria-label={label}
      tabIndex={0}
      ref={box}
      onScroll={onScroll}
      onCopy={copyRows}
    >
      <span class="code-ruler" aria-hidden="true" ref={ruler}>{"0".repeat(50)}</span>
      <div class="code-rows" style={size}>
        <div class="code-shift" style={{ top: `${first * ROW_HEIGHT}px` }}>{shown}</div>
      </div>
    </div>
  );
}

/** Returns the scroll position at which the row is in the upper third; undefined when it is already in view. */
function topFor(box: HTMLElement, row: number): number | undefined {
  const top = row * ROW_HEIGHT;
  if (top >= box.scrollTop + ROW_HEIGHT && top <= box.scrollTop + box.clientHeight - 3 * ROW_HEIGHT) return;
  return Math.max(0, top - box.clientHeight / 3);
}
