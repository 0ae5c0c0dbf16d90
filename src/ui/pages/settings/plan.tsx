import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { FoundClient, SetupChange } from "../../../core/gate/clients/setup.ts";
import type { SetupPlan } from "../../../core/gate/clients/entry.ts";
import type { Sender } from "../../page.ts";
import { Button, DiffView, focusStart, Notice, useEscape } from "../../system/mod.ts";
import { languageOf } from "../../text/highlight.ts";

/** The planned change of a client's file. */
export interface Plan extends Pick<SetupPlan, "change" | "before" | "after"> {
  readonly client: FoundClient;
  readonly how: SetupChange;
  readonly file: string;
}

/** Shows the entry of a client before and after the change, before anything is written. */
export function PlanView(
  { plan, sender, onWrite, onLeave }: {
    plan: Plan;
    sender: Sender;
    onWrite: () => void;
    onLeave: () => void;
  },
): JSX.Element {
  const { client: { title }, how, file, change, before, after } = plan;
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => focusStart(panel.current), []);
  useEscape(onLeave, true);
  const removes = how === "remove";
  return (
    <div class="column entry" ref={panel}>
      <div class="row">
        <Button kind="bare" onClick={onLeave} title="Esc" alone="Go back">‹ Back</Button>
        <h2 class="grow">{removes ? `Remove Kedge from ${title}` : `Set up ${title}`}</h2>
      </div>
      <code class="cut" title={file}>{file}</code>
      {sender.failure && <Notice tone="danger" message={sender.failure.error} hint={sender.failure.hint} />}
      {change === "same"
        ? <Notice tone="info" message="It says that already: there is nothing to write." />
        : (
          <div class="plan-difference">
            <DiffView
              before={before}
              after={after}
              language={languageOf(file)}
              label="What would be written"
            />
          </div>
        )}
      <p class="quiet small">This entry alone; everything else in the file stays as it is.</p>
      <div class="row entry-foot">
        <Button onClick={onLeave}>Cancel</Button>
        <Button kind="marked" autoFocus busy={sender.busy} disabled={change === "same"} onClick={onWrite}>
          {removes ? "Remove" : "Write it"}
        </Button>
      </div>
    </div>
  );
}
