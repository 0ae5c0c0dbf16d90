import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Command } from "../../../core/app/command.ts";
import type { ExtensionState } from "../../../core/state/state.ts";
import type { ExtensionsModel } from "../../../pages/model.ts";
import { type Failure, type PageProps, useNow } from "../../page.ts";
import { ActionRow, ExtensionHead } from "../../parts/action_row.tsx";
import { Install, useDrop } from "../../parts/install.tsx";
import { Button, DiagnosticList, EmptyState, List, MenuButton, Notice, useKeys } from "../../system/mod.ts";
import { ago } from "../../text/format.ts";
import { runOf } from "../home/actions.tsx";

/** The installed extensions: what they are, whether they are as reviewed, and how to bring in more. */
export default function ExtensionsPage({ model, client }: PageProps<ExtensionsModel>): JSX.Element {
  const [failure, setFailure] = useState<Failure | null>(null);
  const dropping = useDrop(client, (error, hint) => setFailure({ ok: false, error, ...(hint && { hint }) }));
  const send = (command: Command) =>
    void client.send(command).then((result) => setFailure(result.ok ? null : result));
  useKeys((event) => {
    if (event.key !== "Escape") return false;
    send({ name: "closeWindow", window: model.window.id });
    return true;
  });
  return (
    <div class="window">
      <div class="extensions-head">
        <Install
          client={client}
          autoFocus={model.extensions.length === 0 || model.window.params.install === "true"}
        />
        {failure && <Notice tone="danger" message={failure.error} hint={failure.hint} />}
      </div>
      <main class="scroll grow">
        {model.extensions.length === 0
          ? (
            <EmptyState
              icon="extension"
              title="No extensions"
              text="A bundle is a zip file with a manifest and Go sources. You see every line of it before it is installed."
            />
          )
          : model.extensions.map((extension) => (
            <Extension key={extension.id} extension={extension} model={model} send={send} />
          ))}
      </main>
      {dropping && <div class="drop">Drop the bundle to review it</div>}
    </div>
  );
}

function Extension(
  { extension, model, send }: {
    extension: ExtensionState;
    model: ExtensionsModel;
    send: (command: Command) => void;
  },
): JSX.Element {
  const [leaving, setLeaving] = useState(false);
  const now = useNow(true, 60_000);
  const { id, name } = extension;
  const review = () => send({ name: "reviewInstalled", extension: id });
  return (
    <section class="extension" aria-label={name}>
      <div class="row">
        <h2 class="row grow">
          <ExtensionHead extension={extension} large />
        </h2>
        <Button compact onClick={review}>Review source</Button>
        <MenuButton
          kind="bare"
          compact
          icon="more"
          label={`More for ${name}`}
          items={[
            {
              label: "Open its folder",
              icon: "folder",
              onPick: () => send({ name: "openFolder", extension: id }),
            },
            { label: "Uninstall…", icon: "trash", danger: true, apart: true, onPick: () => setLeaving(true) },
          ]}
        />
      </div>
      {extension.description !== undefined && <p class="words">{extension.description}</p>}
      <p class="quiet small cut" title={extension.source}>
        {id}
        {extension.author !== undefined && ` · by ${extension.author}`} · installed{" "}
        {ago(extension.installedAt, now)} from {extension.source}
      </p>
      {leaving && (
        <Notice
          tone="caution"
          message={`Uninstall ${name}?`}
          hint="Your account choices are kept for when it comes back."
        >
          <Button compact onClick={() => setLeaving(false)}>Keep</Button>
          <Button compact kind="danger" onClick={() => send({ name: "uninstall", extension: id })}>
            Uninstall
          </Button>
        </Notice>
      )}
      {extension.trust === "changed" && (
        <Notice tone="caution" message="Its files differ from what you reviewed, so nothing of it runs.">
          <Button compact onClick={review}>Review the change</Button>
        </Notice>
      )}
      {extension.trust === "broken" && (
        <Notice
          tone="danger"
          message="Its folder cannot be read as a bundle."
          hint="Install it again, or uninstall it."
        />
      )}
      {extension.diagnostics.length > 0 && <DiagnosticList diagnostics={extension.diagnostics} />}
      <List label={`Actions of ${name}`}>
        {extension.actions.map((action) => (
          <ActionRow
            key={action.id}
            extension={extension}
            action={action}
            run={runOf(model.runs, id, action.id)}
            account={undefined}
            send={send}
          />
        ))}
      </List>
    </section>
  );
}
