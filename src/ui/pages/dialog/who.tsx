import type { JSX } from "preact";
import { accountNumber, accountTitle } from "../../../core/accounts/words.ts";
import type { RunState } from "../../../core/state/state.ts";
import type { DialogModel } from "../../../pages/dialog/page.ts";
import { iconUrl } from "../../client/mod.ts";
import { EnvPill, Icon, Picture } from "../../system/mod.ts";
import { seen } from "../../text/visible.tsx";

/** Shows who asks: the extension and its action with the account of the run, or Kedge. */
export function Who({ run, model }: { run: RunState | null; model: DialogModel }): JSX.Element {
  if (!run) {
    const { dialog, window } = model;
    return (
      <div class="who">
        <span class="glyph large accent">
          <Icon name="anchor" />
        </span>
        <div class="grow">
          <h1 class="words" id="who">
            {dialog?.kind === "login"
              ? `Sign in to ${dialog.server}`
              : dialog?.kind === "way"
              ? dialog.title
              : window.title}
          </h1>
          <div class="quiet small cut">Kedge</div>
        </div>
        <EnvPill env={model.env} />
      </div>
    );
  }
  const icon = model.actionIcon ?? model.icon;
  const { context } = run;
  const title = context && accountTitle(context.account, context.name);
  return (
    <div class="who">
      <Picture
        large
        fallback="extension"
        address={icon === null ? undefined : iconUrl("extension", run.extension, icon)}
      />
      <div class="grow">
        <h1 class="words" id="who">{run.actionLabel}</h1>
        <div class="quiet small who-where">
          <span class="cut" title={run.extensionName}>{run.extensionName}</span>
          {context && (
            <span class="who-account" title={`${title}, ${context.role} in ${context.region}`}>
              {context.name && <span class="cut">{seen(context.name)}</span>}
              <span class="numbers">{accountNumber(context.account)}</span>
            </span>
          )}
        </div>
      </div>
      {context && <EnvPill env={context.env} />}
    </div>
  );
}

/** Says that the time spent on the answer does not count for the run. */
export function PausedNote({ paused }: { paused: boolean }): JSX.Element | null {
  return paused ? <>The run’s clock is paused.</> : null;
}
