import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { pressedBeside } from "./beside.ts";
import { Button } from "./controls/button.tsx";
import { useKeys } from "./document_keys.ts";
import { focusedElement } from "./focused.ts";
import { focusStart } from "./frame.tsx";
import { isTab, withCommand } from "./keys.ts";
import { keepInside } from "./stops.ts";
import { useScrollStop } from "./scroll_stop.ts";
import { isUnread, uncover, useUnread } from "./unread.ts";

/** A question over the window. Enter presses the marked button (Ctrl+Enter in a multi-line text), Esc closes. */
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
    /** Label of the button that closes the question without doing anything. */
    leave?: string;
    danger?: boolean;
    /**
     * Whether the answer has an effect outside the window. The question then ignores presses that come before
     * the user can have read it.
     */
    confirms?: boolean;
    /**
     * Whether the marked button must be pressed itself. Enter in a field does nothing then, because it may
     * have been meant for the content that was there before.
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
  const body = useRef<HTMLDivElement>(null);
  const before = useRef(focusedElement());
  useUnread(form, confirms ? title : undefined);
  useScrollStop(body);
  useLayoutEffect(() => {
    focusStart(form.current);
    return () => {
      uncover();
      before.current?.focus();
    };
  }, []);
  // The sheet handles its keys even when none of its fields has the focus.
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
        // A press on the form's text keeps the focus inside the form.
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
        <div class="question-body scroll" ref={body}>{children}</div>
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
