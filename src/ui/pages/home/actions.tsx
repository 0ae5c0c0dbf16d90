import type { JSX } from "preact";
import type { Command } from "../../../core/app/command.ts";
import { CHANGED } from "../../../core/extensions/review/words.ts";
import { runOfAction } from "../../../core/state/selectors.ts";
import type { ExtensionState } from "../../../core/state/state.ts";
import type { HomeModel } from "../../../pages/home/page.ts";
import { ActionRow, ExtensionHead } from "../../parts/action_row.tsx";
import { Button, EmptyState, List, ListPart, MoreButton, Notice, Section } from "../../system/mod.ts";

/** The actions under their extensions. */
export function Actions(
  { model, question, send, onInstall }: {
    model: HomeModel;
    /** The typed text that found these actions; empty when all are shown. */
    question: string;
    send: (command: Command) => void;
    onInstall: () => void;
  },
): JSX.Element | null {
  if (model.extensions.length === 0 && question !== "") return null;
  if (model.extensions.length === 0) {
    return (
      <EmptyState
        icon="extension"
        title="No extensions"
        text="Extensions bring actions: Go scripts that run in the right account. Each is reviewed before it is installed."
      >
        <Button kind="marked" first onClick={onInstall}>Install extension</Button>
      </EmptyState>
    );
  }
  return (
    <List label="Actions" parted>
      {model.extensions.map((extension) => (
        <section key={extension.id} aria-label={extension.name}>
          <Section
            title={
              <span class="row">
                <ExtensionHead extension={extension} typed={question} />
              </span>
            }
          >
            {extension.ahead && (
              <span
                class="quiet small row ahead"
                title="The first time Go compiles its own library as well, which takes a minute or two"
              >
                <span class="spinner" /> Compiling ahead
              </span>
            )}
            <ExtensionMenu extension={extension} send={send} />
          </Section>
          {extension.trust === "changed" && (
            <Notice tone="caution" message={CHANGED}>
              <Button
                compact
                onClick={() => send({ name: "reviewInstalled", extension: extension.id })}
              >
                Review
              </Button>
            </Notice>
          )}
          <ListPart label={`Actions of ${extension.name}`}>
            {extension.actions.map((action) => (
              <ActionRow
                key={action.id}
                extension={extension}
                action={action}
                run={runOfAction(model.active, extension.id, action.id)}
                account={model.accounts.find(({ accountId }) => accountId === action.account)}
                typed={question}
                send={send}
              />
            ))}
          </ListPart>
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
    <MoreButton
      of={name}
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
