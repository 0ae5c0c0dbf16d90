import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "./controls/button.tsx";
import { useKeys } from "./document_keys.ts";
import { useScrollStop } from "./scroll_stop.ts";
import { isUnread } from "./unread.ts";

/**
 * The frame of a dialog: who asks at the top, then the question, then the cancel button to the left of the
 * marked button. Enter presses the marked button (Ctrl+Enter in a multi-line text), Esc cancels. The focus
 * starts at the first `[data-focus]` inside.
 */
export function DialogFrame(
  {
    head,
    children,
    marked,
    markedAlone,
    cancel,
    note,
    busy = false,
    incomplete = false,
    extra,
    onSubmit,
    onCancel,
  }: {
    head: ComponentChildren;
    children: ComponentChildren;
    /** The label of the marked button; without a label there is no marked button. */
    marked?: string;
    /** The text of Ctrl+K for the marked button, if its label is no verb. */
    markedAlone?: string;
    /** The label of the cancel button; without a label there is no cancel button. */
    cancel?: string;
    note?: ComponentChildren;
    busy?: boolean;
    /**
     * Whether something must still be chosen. The marked button is disabled then, and Enter moves the focus
     * to the choice.
     */
    incomplete?: boolean;
    /** Further buttons, to the left of the cancel button. */
    extra?: ComponentChildren;
    onSubmit: () => void;
    onCancel: () => void;
  },
): JSX.Element {
  const form = useRef<HTMLFormElement>(null);
  const body = useRef<HTMLDivElement>(null);
  useScrollStop(body);
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
      {head}
      <div class="body" ref={body}>{children}</div>
      <div class="actions">
        <div class="grow quiet small">{note}</div>
        {extra}
        {cancel !== undefined && <Button onClick={onCancel} title="Esc">{cancel}</Button>}
        {marked !== undefined && (
          <Button
            kind="marked"
            type="submit"
            alone={markedAlone}
            busy={busy}
            disabled={incomplete}
            title="Enter"
          >
            {marked}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Whether Enter presses the marked button: not on another button or a link, and not in a multi-line text. */
function submits(event: KeyboardEvent): boolean {
  const target = event.target;
  if (target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement) return false;
  return !(target instanceof HTMLTextAreaElement) || event.ctrlKey || event.metaKey;
}

/** Focuses the element where the user will type or decide: `[data-focus]`, else the marked button. */
export function focusStart(root: HTMLElement | null): void {
  const start = root?.querySelector<HTMLElement>("[data-focus]") ??
    root?.querySelector<HTMLElement>('button[type="submit"]');
  start?.focus();
  if (start instanceof HTMLInputElement && (start.type === "text" || start.type === "password")) {
    start.select();
  }
}
