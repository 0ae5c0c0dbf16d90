import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { beginning } from "../../../core/diagnostic.ts";
import { Button, CopyButton, DiagnosticList } from "../../system/mod.ts";
import { diagnosticsText } from "../../text/diagnostics.ts";
import { count } from "../../text/format.ts";
import type { Review } from "./reviewed.ts";

/** A bundle that breaks a rule: lists every problem and says that nothing was changed. */
export function RefusedBundle(
  { review, onClose }: { review: Review; onClose: () => void },
): JSX.Element {
  const close = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => close.current?.focus(), []);
  const { first, counting } = beginning(review.diagnostics, Infinity);
  const errors = first.filter(({ severity }) => severity === "error").length;
  const least = counting.length > 0 && errors === first.length ? "More than " : "";
  const why = review.error ??
    `${least}${count(errors, "rule")} of the bundle format ${errors === 1 ? "is" : "are"} broken.`;
  const details = `${review.source}\n${why}\n${diagnosticsText(review.diagnostics)}`;
  return (
    <div class="window">
      <div class="column refused-head">
        <h1>{review.status === "failed" ? "There is nothing to review" : "This bundle is refused"}</h1>
        <p class="words quiet">{review.source}</p>
        <p class="words">
          {why} {review.status === "failed" ? "" : "Ask its author to fix it. "}
          Nothing was installed, and what was installed before is as it was.
        </p>
      </div>
      <div class="scroll grow refused-list" tabIndex={0} role="region" aria-label="Problems">
        <DiagnosticList diagnostics={review.diagnostics} />
      </div>
      <div class="bar foot">
        <span class="grow" />
        <CopyButton label="Copy details" text={() => details} />
        <Button kind="marked" buttonRef={close} onClick={onClose}>Close</Button>
      </div>
    </div>
  );
}
