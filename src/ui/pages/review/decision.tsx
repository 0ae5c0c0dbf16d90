import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { ReviewModel } from "../../../pages/model.ts";
import type { Sender } from "../../page.ts";
import { withCommand } from "../../system/keys.ts";
import { Button, Notice, useCopy, useKeys } from "../../system/mod.ts";
import { hashGroups } from "../../text/format.ts";
import type { Reviewed } from "./page.tsx";

/** The hash and the two buttons. Nothing is preselected: trusting takes a decision of its own. */
export function Decision(
  { review, bundle, verb, sender, onReject, onClose }: {
    review: NonNullable<ReviewModel["review"]>;
    bundle: Reviewed;
    verb: string;
    sender: Sender;
    onReject: () => void;
    onClose: () => void;
  },
): JSX.Element {
  const [copied, copy] = useCopy();
  const installing = review.status === "installing" || sender.busy;
  const install = () => {
    void sender.send({ name: "confirmReview", review: review.id, hash: bundle.hash });
  };
  // Two keys at once, so that no habit of pressing Enter ever trusts anything.
  useKeys((event) => {
    const asked = event.key === "Enter" && withCommand(event);
    if (!asked || installing || (review.status !== "ready" && review.status !== "failed")) return false;
    install();
    return true;
  });
  const failure = review.status === "failed"
    ? { error: review.error ?? "Installing failed." }
    : sender.failure;
  return (
    <>
      {failure && (
        <div class="review-failure">
          <Notice tone="danger" message={failure.error} hint={"hint" in failure ? failure.hint : undefined} />
        </div>
      )}
      <div class="bar foot">
        <button type="button" class="hash" title="Copy the content hash" onClick={() => copy(bundle.hash)}>
          <span class="quiet small">{copied ? "Copied" : "SHA-256"}</span>
          <span class="mono words">{hashGroups(bundle.hash)}</span>
        </button>
        <span class="grow" />
        {review.status === "installed"
          ? (
            <>
              <span class="ok-text" role="status">Installed. {bundle.name} is in the menu.</span>
              <CloseButton onClose={onClose} />
            </>
          )
          : review.status === "refused"
          ? <Button onClick={onReject}>Close</Button>
          : (
            <>
              <Button onClick={onReject} disabled={installing} shortcut="Escape">Do not install</Button>
              <Button busy={installing} onClick={install} shortcut="Mod+Enter">
                {review.status === "failed" ? "Try again" : `Trust and ${verb.toLowerCase()}`}
              </Button>
            </>
          )}
      </div>
    </>
  );
}

/** What is left to do once it is installed; Enter does it. */
function CloseButton({ onClose }: { onClose: () => void }): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus(), []);
  return <Button kind="marked" buttonRef={button} onClick={onClose}>Close</Button>;
}
