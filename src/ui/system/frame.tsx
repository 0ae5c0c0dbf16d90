import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "./controls/button.tsx";
import { useKeys } from "./document_keys.ts";
import { stops } from "./stops.ts";
import { isUnread } from "./unread.ts";

/**
 * The frame of a dialog: who asks above, then the question, then cancel left of the marked button. Enter
 * does the marked button (Ctrl+Enter from a text of several lines), Esc cancels. The focus starts at the
 * first `[data-focus]` inside.
 */
export function DialogFrame(
  { who, children, marked, cancel, note, busy = false, incomplete = false, extra, onSubmit, onCancel }: {
    who: ComponentChildren;
    children: ComponentChildren;
    /** The verb of the marked button; without it there is none. */
    marked?: string;
    /** The word of the cancel button; without it there is none. */
    cancel?: string;
    note?: ComponentChildren;
    busy?: boolean;
    /** Something is still to be chosen: the marked button waits, and Enter leads there. */
    incomplete?: boolean;
    /** Further buttons, left of cancel. */
    extra?: ComponentChildren;
    onSubmit: () => void;
    onCancel: () => void;
  },
): JSX.Element {
  const form = useRef<HTMLFormElement>(null);
  const body = useRef<HTMLDivElement>(null);
  // A long text that nothing in it can be reached of is a stop itself, or no key would scroll it.
  useLayoutEffect(() => {
    const { current } = body;
    if (!current) return;
    const long = current.scrollHeight > current.clientHeight && stops(current).length === 0;
    if (long) current.tabIndex = 0;
    else current.removeAttribute("tabindex");
  });
  useLayoutEffect(() => focusStart(form.current), []);
  useKeys((event) => {
    if (event.key === "Escape") onCancel();
    else if (event.key === "Enter" && submits(event)) {
      if (!busy && !isUnread(form.current)) onSubmit();
    } else return false;
    return true;
  });
  return (
    <form
      class="dialog"
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSubmit();
      }}
    >
      {who}
      <div class="body" ref={body}>{children}</div>
      <div class="actions">
        <div class="note">{note}</div>
        {extra}
        {cancel !== undefined && <Button onClick={onCancel} title="Esc">{cancel}</Button>}
        {marked !== undefined && (
          <Button kind="marked" type="submit" busy={busy} disabled={incomplete} title="Enter">
            {marked}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Enter belongs to the marked button, except on another button, a link, or in a text of several lines. */
function submits(event: KeyboardEvent): boolean {
  const target = event.target;
  if (target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement) return false;
  return !(target instanceof HTMLTextAreaElement) || event.ctrlKey || event.metaKey;
}

/** Puts the focus where the user will type or decide: `[data-focus]`, else the marked button. */
export function focusStart(root: HTMLElement | null): void {
  const start = root?.querySelector<HTMLElement>("[data-focus]") ??
    root?.querySelector<HTMLElement>('button[type="submit"]');
  start?.focus();
  if (start instanceof HTMLInputElement && (start.type === "text" || start.type === "password")) {
    start.select();
  }
}
