import type { ComponentProps, JSX } from "preact";
import { DialogFrame, Notice } from "../../system/mod.ts";
import type { Question } from "./question.ts";

type FrameProps = ComponentProps<typeof DialogFrame>;

/**
 * The frame of a question: it shows who asks, that the clock of the run is paused meanwhile, and why an answer was refused.
 * Esc answers nothing, unless `onCancel` says what else.
 */
export function QuestionFrame(
  { question, children, ...frame }:
    & { question: Question }
    & Omit<FrameProps, "head" | "busy" | "onCancel">
    & Partial<Pick<FrameProps, "onCancel">>,
): JSX.Element {
  const { head, busy, paused, failure, answer } = question;
  return (
    <DialogFrame
      head={head}
      busy={busy}
      note={paused && "The run’s clock is paused."}
      onCancel={() => answer(null)}
      {...frame}
    >
      {children}
      {failure && <Notice tone="danger" message={failure.error} hint={failure.hint} />}
    </DialogFrame>
  );
}
