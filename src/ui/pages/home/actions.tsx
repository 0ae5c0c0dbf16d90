import type { JSX } from "preact";
import type { Command } from "../../../core/app/command.ts";
import { ENDED, type ExtensionState, type RunState } from "../../../core/state/state.ts";
import type { HomeModel } from "../../../pages/model.ts";
import { ActionRow, ExtensionHead } from "../../parts/action_row.tsx";
import { Button, EmptyState, List, MenuButton, Notice, Section } from "../../system/mod.ts";

/** The run that an action's button belongs to now. */
export function runOf(runs: readonly RunState[], extension: string, action: string): RunState | undefined {
  return runs.find((run) => run.extension === extension && run.action === action && !ENDED.has(run.status));
}

/** The actions, under their extensions. */
export function Actions(
  { model, filtered, send, onInstall }: {
    model: HomeModel;
    filtered: boolean;
    send: (command: Command) => void;
    onInstall: () => void;
  },
): JSX.Element | null {
  if (model.extensions.length === 0 && filtered) return null;
  if (model.extensions.length === 0) {
    return (
      <EmptyState
        icon="extension"
        title="No extensions"
        text="Extensions bring actions: Go scripts that run in the right account. Each is reviewed before it is installed."
      >
        <Button kind="marked" onClick={onInstall}>Install extension</Button>
      </EmptyState>
    );
  }
  return (
    <List label="Actions">
      {model.extensions.map((extension) => (
        <section key={extension.id} aria-label={extension.name}>
          <Section
            title={
              <span class="row">
                <ExtensionHead extension={extension} />
              </span>
            }
          >
            <ExtensionMenu extension={extension} send={send} />
          </Section>
          {extension.trust === "changed" && (
            <Notice tone="caution" message="Its files differ from what you reviewed, so nothing of it runs.">
              <Button
                compact
                onClick={() =>
                  send({ name: "reviewInstalled", extension: extension.id })}
              >
                Review
              </Button>
            </Notice>
          )}
          {extension.actions.map((action) => (
            <ActionRow
              key={action.id}
              extension={extension}
              action={action}
              run={runOf(model.runs, extension.id, action.id)}
              account={model.accounts.find(({ accountId }) => accountId === action.account)}
              send={send}
            />
          ))}
        </section>
      ))}
    </List>
  );
}

function ExtensionMenu(
  { extension, send }: { extension: ExtensionState; send: (command: Command) => void },
): JSX.Element {
  const { id, name } = extension;
  return (
    <MenuButton
      kind="bare"
      compact
      icon="more"
      label={`More for ${name}`}
      items={[
        {
          label: "Review the source",
          icon: "shield",
          onPick: () => send({ name: "reviewInstalled", extension: id }),
        },
        {
          label: "Open its folder",
          icon: "folder",
          onPick: () => send({ name: "openFolder", extension: id }),
        },
        {
          label: "Manage extensions",
          icon: "extension",
          onPick: () => send({ name: "openWindow", page: "extensions" }),
        },
      ]}
    />
  );
}
