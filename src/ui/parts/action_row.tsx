import type { JSX } from "preact";
import { isProduction } from "../../core/accounts/environments.ts";
import { accountNumber } from "../../core/accounts/words.ts";
import type { Command } from "../../core/app/command.ts";
import type { ActionState, ExtensionState, RunState } from "../../core/state/state.ts";
import type { NamedAccount } from "../../pages/shown.ts";
import { iconUrl } from "../client/mod.ts";
import { useNow } from "../page.ts";
import { Button, EnvPill, Icon, Picture, Pill, ProgressBar, Row, Tool } from "../system/mod.ts";
import { elapsed } from "../text/format.ts";
import { DevPill } from "./dev_pill.tsx";
import { Visible } from "../text/visible.tsx";
import { Found } from "../text/marked.tsx";
import { runTime, runWords } from "../text/run.ts";

/** The row of one action, which runs it, or shows and stops its run. */
export function ActionRow(
  { extension, action, run, account, typed = "", send }: {
    extension: ExtensionState;
    action: ActionState;
    run: RunState | undefined;
    /** The account that the action is set to run in; undefined when it is not a known account. */
    account: NamedAccount | undefined;
    /** The typed text that found the action. Its letters are marked. */
    typed?: string;
    send: (command: Command) => void;
  },
): JSX.Element {
  const start = () => send({ name: "runAction", extension: extension.id, action: action.id });
  const open = () => run && send({ name: "openWindow", page: "console", params: { run: run.id } });
  const icon = action.icon === undefined ? undefined : iconUrl("extension", extension.id, action.icon);
  const running = run !== undefined, stopping = run?.status === "stopping";
  const guarded = !running && isProduction(account?.env ?? null);
  const disabled = !running && action.state !== "enabled";
  return (
    <Row
      verb={running ? run.button.takesClicks ? "Press" : "Show the output of" : "Run"}
      onRun={running
        ? run.button.takesClicks ? () => send({ name: "clickButton", run: run.id }) : open
        : start}
      guarded={guarded}
      disabled={disabled}
      title={action.tooltip}
      tools={running
        ? (
          <>
            <Tool
              icon="console"
              label="Show output"
              alone={`Show the output of ${action.label}`}
              onClick={open}
            />
            <Button
              compact
              ends
              icon="stop"
              onClick={() => send({ name: "stopRun", run: run.id, ...(stopping && { now: true }) })}
            >
              {stopping ? "End now" : "Stop"}
            </Button>
          </>
        )
        : (
          <span class="when-near row">
            {guarded && !disabled && <Button compact icon="play" onClick={start}>Run</Button>}
            <Tool
              icon="gear"
              label={`Configure ${action.label}`}
              onClick={() =>
                send({
                  name: "openWindow",
                  page: "configure",
                  params: { extension: extension.id, action: action.id },
                })}
            />
          </span>
        )}
    >
      {running && !action.hideSpinner ? <span class="spinner" /> : <Picture address={icon} fallback="play" />}
      <span class="cut name">
        <Found text={running ? run.button.label ?? action.label : action.label} typed={typed} />
      </span>
      {running ? <Running run={run} /> : <Where action={action} account={account} />}
    </Row>
  );
}

function Running({ run }: { run: RunState }): JSX.Element {
  const now = useNow(true);
  const { button, progress } = run;
  const fraction = button.progress ?? progress?.fraction ?? undefined;
  return (
    <>
      <span class="quiet small numbers cut">{runWords(run)} · {elapsed(runTime(run, now))}</span>
      {run.context && <EnvPill env={run.context.env} />}
      {fraction !== undefined && (
        <span class="row-progress">
          <ProgressBar fraction={fraction} label={run.actionLabel} />
        </span>
      )}
    </>
  );
}

function Where(
  { action, account }: { action: ActionState; account: NamedAccount | undefined },
): JSX.Element | null {
  if (action.badge !== undefined) return <Pill tone="danger">{action.badge}</Pill>;
  if (action.account === undefined || action.contextMode === "none") return null;
  return (
    <>
      <span class="quiet small cut">{account?.name ?? accountNumber(action.account)}</span>
      <EnvPill env={account?.env ?? null} />
    </>
  );
}

/** The heading above the actions of an extension. */
export function ExtensionHead(
  { extension, large = false, typed = "" }: { extension: ExtensionState; large?: boolean; typed?: string },
): JSX.Element {
  const icon = extension.icon === undefined ? undefined : iconUrl("extension", extension.id, extension.icon);
  return (
    <>
      <Picture address={icon} fallback="extension" large={large} />
      <span class="cut">
        {typed === "" ? <Visible text={extension.name} /> : <Found text={extension.name} typed={typed} />}
      </span>
      {extension.developed && <DevPill />}
      {extension.version !== undefined && <Pill>{extension.version}</Pill>}
      {extension.trust === "broken" && (
        <span class="row small danger-text">
          <Icon name="error" />cannot be read
        </span>
      )}
    </>
  );
}
