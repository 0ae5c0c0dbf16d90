import type { JSX } from "preact";
import type { Command } from "../../../core/app/command.ts";
import type { ExtensionsModel } from "../../../pages/extensions/page.ts";
import { type PageProps, useSender } from "../../page.ts";
import { DropHint, useDrop } from "../../parts/drop.tsx";
import { Install } from "../../parts/install.tsx";
import { EmptyState, Notice, useEscape } from "../../system/mod.ts";
import { Extension } from "./extension.tsx";

/** The installed extensions, whether they are still as reviewed, and how to install more. */
export default function ExtensionsPage({ model, client }: PageProps<ExtensionsModel>): JSX.Element {
  const sender = useSender(client);
  const { failure } = sender;
  const dropping = useDrop(
    client,
    (error, hint) => void sender.track(Promise.resolve({ ok: false, error, hint })),
  );
  const send = (command: Command) => void sender.send(command);
  useEscape(() => send({ name: "closeWindow", window: model.window.id }));
  return (
    <div class="window">
      <div class="extensions-head">
        <Install
          client={client}
          autoFocus={model.extensions.length === 0 || model.window.params.install === "true"}
        />
        {failure && <Notice tone="danger" message={failure.error} hint={failure.hint} />}
      </div>
      <div class="scroll grow">
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
      </div>
      <DropHint dragging={dropping} />
    </div>
  );
}
