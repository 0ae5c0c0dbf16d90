import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { homely } from "../../../core/text/homely.ts";
import type { Command } from "../../../core/app/command.ts";
import { CHANGED } from "../../../core/extensions/review/words.ts";
import { runOfAction } from "../../../core/state/selectors.ts";
import type { ExtensionState } from "../../../core/state/state.ts";
import type { ExtensionsModel } from "../../../pages/extensions/page.ts";
import { useNow } from "../../page.ts";
import { ActionRow, ExtensionHead } from "../../parts/action_row.tsx";
import { Button, DiagnosticList, List, MoreButton, Notice } from "../../system/mod.ts";
import { ago } from "../../text/format.ts";
import { Markdown } from "../../text/markdown.tsx";
import { LastRuns } from "./last_runs.tsx";
import { Uninstall } from "./uninstall.tsx";

/** One installed extension: its facts, its actions, its last runs, and its commands. */
export function Extension(
  { extension, model, send }: {
    extension: ExtensionState;
    model: ExtensionsModel;
    send: (command: Command) => void;
  },
): JSX.Element {
  const [leaving, setLeaving] = useState(false);
  const now = useNow(true, 60_000);
  const { id, name, source } = extension;
  const update = model.updates.find((one) => one.extension === id);
  const review = () => send({ name: "reviewInstalled", extension: id });
  return (
    <section class="column extension" aria-label={name}>
      <div class="row">
        <h2 class="row grow">
          <ExtensionHead extension={extension} large />
        </h2>
        <Button compact onClick={review}>Review source</Button>
        <MoreButton
          of={name}
          items={[
            // The source of a dropped file is only its name, so there is nothing to update from.
            ...(/^(https:\/\/|\/|[A-Za-z]:\\)/.test(source)
              ? [{
                label: "Update from where it came from…",
                icon: "extension" as const,
                onPick: () => send({ name: "beginInstall", source }),
              }]
              : []),
            {
              label: "Open its folder",
              icon: "folder",
              onPick: () => send({ name: "openFolder", extension: id }),
            },
            { label: "Uninstall…", icon: "trash", danger: true, apart: true, onPick: () => setLeaving(true) },
          ]}
        />
      </div>
      {extension.description !== undefined && <Markdown text={extension.description} />}
      <p class="quiet small cut" title={source}>
        {id}
        {extension.author !== undefined && ` · by ${extension.author}`}
        {extension.installedAt > 0 &&
          ` · installed ${ago(extension.installedAt, now)} from ${homely(source, model.app.userHome)}`}
      </p>
      {leaving && <Uninstall extension={extension} send={send} onKeep={() => setLeaving(false)} />}
      {extension.trust === "changed" && (
        <Notice tone="caution" message={CHANGED}>
          <Button compact onClick={() => send({ name: "restoreExtension", extension: id })}>Put back</Button>
          <Button compact onClick={review}>Review the change</Button>
        </Notice>
      )}
      {update && (
        <Notice
          tone={update.newly.length > 0 ? "caution" : "info"}
          message={`${update.to} is in the catalogue.${
            update.newly.length > 0 ? ` It can now ${update.newly.join(", ")}.` : ""
          }`}
        >
          <Button
            compact
            onClick={() => send({ name: "installFromCatalogue", address: update.address, extension: id })}
          >
            Review the update…
          </Button>
        </Notice>
      )}
      {extension.withdrawn && (
        <Notice tone="danger" message={extension.withdrawn.error} hint={extension.withdrawn.hint}>
          <Button
            compact
            onClick={() =>
              send({ name: "openWindow", page: "catalogue" })}
          >
            Open the catalogue
          </Button>
        </Notice>
      )}
      {/* The review shows which files were changed. */}
      {extension.trust !== "changed" && extension.diagnostics.length > 0 && (
        <DiagnosticList diagnostics={extension.diagnostics} />
      )}
      {extension.actions.length > 0 && (
        <List label={`Actions of ${name}`}>
          {extension.actions.map((action) => (
            <ActionRow
              key={action.id}
              extension={extension}
              action={action}
              run={runOfAction(model.active, id, action.id)}
              account={model.accounts.find(({ accountId }) => accountId === action.account)}
              send={send}
            />
          ))}
        </List>
      )}
      <LastRuns ended={model.ended.filter((run) => run.extension === id)} now={now} send={send} />
    </section>
  );
}
