import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { pressedBeside } from "./beside.ts";
import { Button } from "./controls/button.tsx";
import { focusedElement } from "./focused.ts";
import { focusStart } from "./frame.tsx";

/** A question over the window: Enter does the marked button, Esc leaves. */
export function Sheet(
  { title, marked, leave = "Leave", danger = false, disabled = false, problem, onSubmit, onLeave, children }:
    {
      title: string;
      marked: string;
      /** The word of the button that does not do it. */
      leave?: string;
      danger?: boolean;
      disabled?: boolean;
      problem?: string | undefined;
      onSubmit: () => void;
      onLeave: () => void;
      children: ComponentChildren;
    },
): JSX.Element {
  const form = useRef<HTMLFormElement>(null);
  const before = useRef(focusedElement());
  useLayoutEffect(() => {
    focusStart(form.current);
    return () => before.current?.focus();
  }, []);
  return (
    <div
      class="veil"
      role="dialog"
      aria-modal="true"
      aria-label={title}
      onMouseDown={pressedBeside(onLeave)}
    >
      <form
        class="sheet question"
        ref={form}
        noValidate
        onKeyDown={(event) => {
          if (event.key === "Escape") onLeave();
          else if (event.key === "Tab" && form.current) keepInside(form.current, event);
          else return;
          event.stopPropagation();
          if (event.key === "Escape") event.preventDefault();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          if (!disabled) onSubmit();
        }}
      >
        <h2 class="title">{title}</h2>
        <div class="question-body scroll">{children}</div>
        {problem && <p class="danger-text" role="alert">{problem}</p>}
        <div class="row question-foot">
          <span class="grow" />
          <Button onClick={onLeave}>{leave}</Button>
          <Button kind={danger ? "danger" : "marked"} type="submit" disabled={disabled}>{marked}</Button>
        </div>
      </form>
    </div>
  );
}

/** The focus stays within what covers the window. */
function keepInside(root: HTMLElement, event: KeyboardEvent): void {
  const all = [...root.querySelectorAll<HTMLElement>("button:not(:disabled), input, select, textarea")];
  const first = all[0], last = all.at(-1);
  if (event.shiftKey && document.activeElement === first) last?.focus();
  else if (!event.shiftKey && document.activeElement === last) first?.focus();
  else return;
  event.preventDefault();
}
