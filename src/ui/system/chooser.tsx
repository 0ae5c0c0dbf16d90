import type { ComponentChildren, JSX, Ref, RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { pressedBeside } from "./beside.ts";
import { SearchField } from "./controls/search_field.tsx";
import { useEscape } from "./document_keys.ts";
import { focusedElement } from "./focused.ts";
import { isTab } from "./keys.ts";
import { optionId } from "./lists/list.tsx";
import type { Picking } from "./lists/picking.ts";
import { keepInside } from "./stops.ts";
import { uncover } from "./unread.ts";

/**
 * A sheet over the window with a search field, a list that the field filters (`children`) and a footer
 * (`foot`). The field keeps the focus; arrow keys move the picked row. `onKey` receives the other keys of the
 * field and returns true for those it handles.
 */
export function Chooser(
  {
    id,
    label,
    find = label,
    typed,
    picking,
    veil,
    input,
    foot,
    onType,
    onKey,
    onLeave,
    children,
  }: {
    /** The DOM id of the list, and the class of its parts. */
    id: string;
    label: string;
    /** The name of the search field; `label` if omitted. */
    find?: string;
    typed: string;
    /** Which row is picked, and how keys move the pick. */
    picking: Pick<Picking<unknown>, "at" | "count" | "step" | "begin">;
    veil?: Ref<HTMLDivElement>;
    input: Ref<HTMLInputElement>;
    foot?: ComponentChildren;
    onType: (text: string) => void;
    onKey: (event: KeyboardEvent) => boolean;
    onLeave: () => void;
    children: ComponentChildren;
  },
): JSX.Element {
  useLayoutEffect(() => uncover, []);
  return (
    <div
      class="veil top"
      ref={veil}
      data-over
      role="dialog"
      aria-modal="true"
      aria-label={label}
      onMouseDown={pressedBeside(onLeave)}
      onKeyDown={(event) => {
        if (!isTab(event)) return;
        keepInside(event.currentTarget, event);
        event.stopPropagation();
      }}
    >
      <div class={`sheet chooser ${id}`}>
        <div class="chooser-field">
          <SearchField
            label={find}
            value={typed}
            autoFocus
            inputRef={input}
            controls={id}
            active={picking.at >= 0 && picking.at < picking.count ? optionId(id, picking.at) : undefined}
            onInput={(text) => {
              picking.begin();
              onType(text);
            }}
            onKeyDown={(event) => {
              if (!picking.step(event) && !onKey(event)) return;
              event.preventDefault();
              event.stopPropagation();
            }}
          />
        </div>
        <div class={`scroll chooser-list ${id}-list`} onMouseDown={(event) => event.preventDefault()}>
          {children}
        </div>
        {foot}
      </div>
    </div>
  );
}

/**
 * Focuses the field of a chooser while the chooser is open and restores the page's focus afterwards. Esc
 * calls `onLeave`, even when none of the chooser's fields has the focus.
 */
export function useOver(
  onLeave: () => void,
): { readonly veil: RefObject<HTMLDivElement>; readonly input: RefObject<HTMLInputElement> } {
  const veil = useRef<HTMLDivElement>(null), input = useRef<HTMLInputElement>(null);
  const before = useRef(focusedElement());
  useLayoutEffect(() => {
    input.current?.focus();
    return () => before.current?.focus();
  }, []);
  useEscape(onLeave, false, veil);
  return { veil, input };
}
