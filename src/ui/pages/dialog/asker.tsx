import type { JSX } from "preact";
import { accountNumber, accountTitle } from "../../../core/accounts/words.ts";
import type { RunState } from "../../../core/state/state.ts";
import type { DialogModel } from "../../../pages/dialog/page.ts";
import { iconUrl } from "../../client/mod.ts";
import { DialogHead, Picture } from "../../system/mod.ts";
import { seen } from "../../text/visible.tsx";

/** Shows who asks: the extension and its action with the account of the run, or Kedge. */
export function Asker({ run, model }: { run: RunState | null; model: DialogModel }): JSX.Element {
  const { dialog, window } = model;
  if (!run) {
    const title = dialog?.kind === "login"
      ? `Sign in to ${dialog.server}`
      : dialog?.kind === "way"
      ? dialog.title
      : window.title;
    return <DialogHead picture="anchor" title={title} env={model.env}>Kedge</DialogHead>;
  }
  const icon = model.actionIcon ?? model.icon;
  const { context } = run;
  const title = context && accountTitle(context.account, context.name);
  return (
    <DialogHead
      picture={
        <Picture
          large
          fallback="extension"
          address={icon === null ? undefined : iconUrl("extension", run.extension, icon)}
        />
      }
      title={run.actionLabel}
      look="who-where"
      env={context?.env ?? null}
    >
      <span class="cut" title={run.extensionName}>{run.extensionName}</span>
      {context && (
        <span class="who-account" title={`${title}, ${context.role} in ${context.region}`}>
          {context.name && <span class="cut">{seen(context.name)}</span>}
          <span class="numbers">{accountNumber(context.account)}</span>
        </span>
      )}
    </DialogHead>
  );
}
