import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { decisionWords } from "../../../core/extensions/review/words.ts";
import type { Sender } from "../../page.ts";
import { withCommand } from "../../system/keys.ts";
import { Button, Notice, useCopy, useKeys, useUnread } from "../../system/mod.ts";
import { hashGroups } from "../../text/format.ts";
import { Visible } from "../../text/visible.tsx";
import type { Review, Reviewed } from "./reviewed.ts";

/** The hash and the decision. No button is preselected, because trusting must be a deliberate decision. */
export function Decision(
  { review, bundle, sender, onReject, onClose }: {
    review: Review;
    bundle: Reviewed;
    sender: Sender;
    onReject: () => void;
    onClose: () => void;
  },
): JSX.Element {
  const words = decisionWords(bundle, review.installed ?? false);
  const installing = review.status === "installing" || sender.busy;
  const install = () => {
    void sender.send({ name: "confirmReview", review: review.id, hash: bundle.hash });
  };
  const restore = async () => {
    if ((await sender.send({ name: "restoreExtension", extension: bundle.id })).ok) onReject();
  };
  const foot = useRef<HTMLDivElement>(null);
  // After the decision, other buttons replace those of the decision.
  useUnread(foot, review.status === "installed" ? review.id : undefined);
  // Trusting needs two keys at once, so that a habitual Enter never trusts anything.
  useKeys((event) => {
    const asked = event.key === "Enter" && withCommand(event) && words.trust !== undefined;
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
      <div class="bar foot review-foot" ref={foot}>
        <Hash hash={bundle.hash} />
        <span class="grow" />
        {review.status === "installed"
          ? <Next bundle={bundle} changed={review.installed ?? false} sender={sender} onClose={onClose} />
          : (
            <>
              <Button onClick={onReject} disabled={installing} shortcut="Escape">{words.leave}</Button>
              {words.restore && <Button onClick={restore} disabled={installing}>{words.restore}</Button>}
              {words.trust && (
                <Button busy={installing} onClick={install} shortcut="Mod+Enter">
                  {review.status === "failed" ? "Try again" : words.trust}
                </Button>
              )}
            </>
          )}
      </div>
    </>
  );
}

/** The content hash in two halves that do not wrap; a click copies it. */
function Hash({ hash }: { hash: string }): JSX.Element {
  const [copied, copy] = useCopy();
  const half = hash.length / 2;
  return (
    <button
      type="button"
      class="hash"
      title="Copy the content hash"
      data-alone="Copy the content hash"
      onClick={() => copy(hash)}
    >
      <span class="quiet small">{copied ? "Copied" : "SHA-256"}</span>
      <span class="mono">
        <span>{hashGroups(hash.slice(0, half))}</span> <span>{hashGroups(hash.slice(half))}</span>
      </span>
    </button>
  );
}

/** The next step after the installation: run the only action, or find one of several. Enter does it. */
function Next(
  { bundle, changed, sender, onClose }: {
    bundle: Reviewed;
    changed: boolean;
    sender: Sender;
    onClose: () => void;
  },
): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus(), []);
  const [first, ...others] = bundle.actions;
  const go = async () => {
    const result = await sender.send(
      others.length === 0 && first
        ? { name: "runAction", extension: bundle.id, action: first.id }
        : { name: "openWindow", page: "palette", params: { filter: `actions ${bundle.name}` } },
    );
    if (result.ok) onClose();
  };
  return (
    <>
      <span class="ok-text words" role="status">
        <Visible text={changed ? "Trusted. It runs again." : `${bundle.name} is installed.`} />
      </span>
      <Button onClick={onClose} shortcut="Escape">Close</Button>
      <Button kind="marked" buttonRef={button} onClick={go} busy={sender.busy}>
        <span class="cut">
          <Visible text={others.length === 0 && first ? `Run ${first.label}` : "Show its actions"} />
        </span>
      </Button>
    </>
  );
}
