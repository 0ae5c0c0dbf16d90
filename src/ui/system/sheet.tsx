import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { pressedBeside } from "./beside.ts";
import { Button } from "./controls/button.tsx";
import { useKeys } from "./document_keys.ts";
import { focusedElement } from "./focused.ts";
import { focusStart } from "./frame.tsx";
import { isTab, withCommand } from "./keys.ts";
import { keepInside } from "./stops.ts";
import { isUnread, uncover, useUnread } from "./unread.ts";

/** A question over the window: Enter does the marked button (Ctrl+Enter from a text of several lines), Esc leaves. */
export function Sheet(
  {
    title,
    marked,
    leave = "Cancel",
    danger = false,
    confirms = danger,
    slow = false,
    disabled = false,
    problem,
    onSubmit,
    onLeave,
    children,
  }: {
    title: string;
    marked: string;
    /** The word of the button that does not do it. */
    leave?: string;
    danger?: boolean;
    /** It does something that counts elsewhere: it takes no answer before it can have been read. */
    confirms?: boolean;
    /**
     * The marked button must be pressed itself: Enter in a field, pressed for what was there before, does nothing.
     */
    slow?: boolean;
    disabled?: boolean;
    problem?: string | undefined;
    onSubmit: () => void;
    onLeave: () => void;
    children: ComponentChildren;
  },
): JSX.Element {
  const veil = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const before = useRef(focusedElement());
  useUnread(form, confirms ? title : undefined);
  useLayoutEffect(() => {
    focusStart(form.current);
    return () => {
      uncover();
      before.current?.focus();
    };
  }, []);
  // Its keys are its own also while the focus is in none of its fields.
  useKeys(
    (event) => {
      if (event.key === "Escape") onLeave();
      else if (isTab(event) && form.current) keepInside(form.current, event);
      else return false;
      return true;
    },
    false,
    veil,
  );
  return (
    <div
      class="veil"
      ref={veil}
      data-over
      role="dialog"
      aria-modal="true"
      aria-label={title}
      onMouseDown={pressedBeside(onLeave)}
    >
      <form
        class="sheet question"
        ref={form}
        // A press on its words leaves the focus in it.
        tabIndex={-1}
        noValidate
        onKeyDown={(event) => {
          const inText = event.target instanceof HTMLTextAreaElement;
          if (event.key === "Escape") onLeave();
          else if (inText && withCommand(event) && event.key === "Enter") {
            if (!isUnread(form.current)) form.current?.requestSubmit();
            event.preventDefault();
          } else if (isTab(event) && form.current) keepInside(form.current, event);
          else return;
          event.stopPropagation();
          if (event.key === "Escape") event.preventDefault();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          if (!disabled && !slow) onSubmit();
        }}
      >
        <h2 class="title">{title}</h2>
        <div class="question-body scroll">{children}</div>
        {problem && <p class="danger-text" role="alert">{problem}</p>}
        <div class="row question-foot">
          <span class="grow" />
          <Button onClick={onLeave}>{leave}</Button>
          <Button
            kind={danger ? "danger" : "marked"}
            type={slow ? "button" : "submit"}
            disabled={disabled}
            onClick={slow ? onSubmit : undefined}
          >
            {marked}
          </Button>
        </div>
      </form>
    </div>
  );
}
