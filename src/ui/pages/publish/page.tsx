import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { PreparedPublishing, PublishingState } from "../../../core/state/publishing.ts";
import type { PublishModel } from "../../../pages/publish/page.ts";
import { type PageProps, useSender } from "../../page.ts";
import { DevPill } from "../../parts/dev_pill.tsx";
import {
  Button,
  EmptyState,
  Field,
  Icon,
  inputField,
  Notice,
  plain,
  Skeleton,
  useKeys,
} from "../../system/mod.ts";
import { count } from "../../text/format.ts";
import { seen } from "../../text/visible.tsx";
import { useLeaving, useUnsaved } from "../../unsaved.ts";
import { Difference } from "./difference.tsx";

/** The option to type another address. */
const ANOTHER = "";

/** Publishes an extension under development: shows what would change for its users, with one button. */
export default function PublishPage({ model, client }: PageProps<PublishModel>): JSX.Element {
  const { work, publishing, catalogues, window } = model;
  const extension = window.params.extension ?? "";
  const sender = useSender(client);
  const [chosen, setChosen] = useState(catalogues[0]?.address ?? ANOTHER);
  const [typed, setTyped] = useState("");
  const [news, setNews] = useState("");
  const [title, setTitle] = useState("");
  const [version, setVersion] = useState<string | null>(null);
  const [key, setKey] = useState<string | null>(null);
  const catalogue = (chosen === ANOTHER ? typed : chosen).trim();
  const look = (to = catalogue) => {
    if (to !== "") void sender.send({ name: "preparePublishing", extension, catalogue: to });
  };
  // Questions to the user that follow count as caused by the press that opened the window.
  useEffect(() => {
    // The result of an earlier window must not be shown.
    if (work && publishing?.status !== "publishing" && chosen !== ANOTHER) look();
  }, [work !== null]);
  const entered = [chosen === ANOTHER ? typed : "", version ?? "", title, news].join("\n");
  const published = publishing?.status === "done" && publishing.catalogue === catalogue;
  const unsaved = work !== null && !published && entered.trim() !== "";
  const [leaving, setLeaving] = useLeaving();
  // A layout effect, so that it runs before the next key: Esc must ask again after further input.
  useLayoutEffect(() => setLeaving(false), [entered, publishing?.status]);
  useUnsaved(unsaved && !leaving, () => setLeaving(true));
  const leave = () => {
    if (unsaved && !leaving) setLeaving(true);
    else void client.send({ name: "closeWindow", window: window.id });
  };
  useKeys((event) => {
    if (event.key !== "Escape" || !plain(event)) return false;
    leave();
    return true;
  });
  if (!work) {
    return (
      <EmptyState
        icon="code"
        title="This extension is no longer in development"
        text="Start: kedge --dev DIR"
      />
    );
  }
  const shown = publishing?.catalogue === catalogue ? publishing : null;
  const prepared = shown?.status === "done" ? undefined : shown?.prepared;
  const asVersion = version ?? prepared?.proposed ?? "";
  const signer = key ?? prepared?.keys[0]?.fingerprint;
  const publish = () => {
    if (!prepared || asVersion.trim() === "") return;
    void sender.send({
      name: "publishExtension",
      extension,
      catalogue,
      version: asVersion,
      news,
      hash: prepared.hash,
      ...(prepared.digest === null ? {} : { digest: prepared.digest }),
      key: signer,
      ...(prepared.catalogue === null && title.trim() !== "" ? { title } : {}),
    });
  };
  const busy = shown?.status === "looking" || shown?.status === "publishing";
  return (
    <div class="window publish">
      <header class="bar top">
        <h1 class="cut">Publish {seen(work.name)}</h1>
        <DevPill />
      </header>
      {sender.failure && <Notice tone="danger" message={sender.failure.error} hint={sender.failure.hint} />}
      <section class="grow scroll form-body" aria-label="What is published">
        <div
          class="column loose"
          onKeyDown={(event) => {
            // Enter in a field updates the preview and leaves the focus in the field.
            if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
            event.preventDefault();
            look();
          }}
        >
          <Field
            field={inputField({
              key: "catalogue",
              kind: "select",
              label: "Catalogue",
              options: [
                ...catalogues.map(({ address, name }) => ({ value: address, label: name })),
                { value: ANOTHER, label: "Another: a git repository or a folder…" },
              ],
            })}
            value={chosen}
            onInput={(value) => {
              setChosen(value);
              setVersion(null);
              setKey(null);
              if (value !== ANOTHER) look(value);
            }}
          />
          {chosen === ANOTHER && (
            <Field
              field={inputField({
                key: "address",
                label: "Its address",
                placeholder: "git@host:team/catalog.git, or a folder",
              })}
              value={typed}
              code
              autoFocus
              aside={
                <button
                  type="button"
                  class="link small"
                  onClick={() => look()}
                  disabled={catalogue === ""}
                >
                  Look
                </button>
              }
              onInput={setTyped}
              onLeave={() => publishing?.catalogue !== catalogue && look()}
            />
          )}
        </div>
        {shown === null && chosen !== ANOTHER && <Skeleton rows={4} />}
        {shown?.status === "looking" && (
          <div class="row quiet" role="status">
            <span class="spinner" /> Looking at what is published…
          </div>
        )}
        {shown?.changed && (
          <Notice
            tone="info"
            message="The files were changed since they were shown."
            hint={shown.status === "ready" ? "This is what they would publish now." : ""}
          />
        )}
        {shown?.fault && (
          <Notice tone="danger" message={seen(shown.fault.message)} hint={shown.fault.hint}>
            <Button compact onClick={() => look()}>Look again</Button>
          </Notice>
        )}
        {shown?.status === "done" && (
          <div class="row" role="status">
            <Icon name="check" class="ok-text" />
            <div class="words">{seen(shown.done ?? "")}</div>
          </div>
        )}
        {prepared && (
          <>
            <Summary prepared={prepared} version={asVersion} />
            <div class="column loose publish-fields">
              {!prepared.cosigned && (
                <Field
                  field={inputField({
                    key: "version",
                    label: "Version",
                    required: true,
                    help: prepared.proposed === prepared.version
                      ? ""
                      : `manifest.json has ${prepared.version || "none"}; it gets this one.`,
                  })}
                  value={asVersion}
                  code
                  onInput={setVersion}
                />
              )}
              <Field
                field={inputField({
                  key: "key",
                  kind: "select",
                  label: "Signed with",
                  options: prepared.keys.map(({ fingerprint, comment, file }) => ({
                    value: fingerprint,
                    label: [
                      comment || fingerprint,
                      file === null ? "of the agent" : file.split(/[\\/]/).at(-1),
                    ]
                      .join(", "),
                  })),
                })}
                value={signer ?? ""}
                onInput={setKey}
              />
              {prepared.catalogue === null && (
                <Field
                  field={inputField({ key: "title", label: "What the new catalogue is called" })}
                  value={title}
                  onInput={setTitle}
                />
              )}
              {!prepared.cosigned && (
                <Field
                  field={inputField({
                    key: "news",
                    kind: "textarea",
                    label: "What is new",
                    placeholder: "Colleagues read it before they update.",
                  })}
                  value={news}
                  onInput={setNews}
                />
              )}
            </div>
            <Difference prepared={prepared} />
          </>
        )}
      </section>
      <footer class="bar foot">
        <span class="grow small quiet words" role="status">
          {leaving ? "Esc again discards what you entered." : footWords(shown)}
        </span>
        {shown?.status === "publishing"
          ? <Button onClick={() => void sender.send({ name: "leavePublishing", extension })}>Cancel</Button>
          : (
            <Button onClick={leave}>
              {leaving ? "Discard changes" : shown?.status === "done" ? "Close" : "Cancel"}
            </Button>
          )}
        {shown?.status !== "done" && (
          <Button
            kind="marked"
            busy={busy}
            disabled={!prepared || prepared.keys.length === 0 || asVersion.trim() === "" ||
              work.status === "broken"}
            onClick={publish}
          >
            {prepared?.cosigned ? "Sign" : "Sign and publish"}
          </Button>
        )}
      </footer>
    </div>
  );
}

/** Returns the text beside the button. */
function footWords(shown: PublishingState | null): string {
  if (shown?.status === "publishing") return "Signing and publishing…";
  if (shown?.status === "ready" && shown.prepared?.keys.length === 0) {
    return "None of your SSH keys may sign this catalogue: one of its publishers adds yours.";
  }
  if (shown?.status !== "ready") return "";
  return shown.prepared?.pushes
    ? "It is pushed to the catalogue's repository."
    : "It is written to the folder.";
}

/** Summarizes what changes for the users of the extension. */
function Summary({ prepared, version }: { prepared: PreparedPublishing; version: string }): JSX.Element {
  const { catalogue, cosigned, before, same, more, summary, files, lost } = prepared;
  const change = same
    ? "It is published as it is: only the catalogue's end is later."
    : before === null
    ? `New. ${summary}`
    : `${before} → ${version}${lost ? "" : `, ${count(files.length, "file")} changed`}.`;
  return (
    <div class="column publish-summary">
      <div class="words">
        {catalogue
          ? <>“{seen(catalogue.name)}” is at version {catalogue.version}.</>
          : "There is no catalogue yet: this makes it, and your key will be the one to trust."}
      </div>
      {cosigned
        ? cosigned.map((line, at) => <div key={at} class="words">{seen(line)}</div>)
        : <div class="words">{seen(change)}</div>}
      {before !== null && !same && (more.length > 0
        ? <Notice tone="caution" message={`It can now ${more.join(", ")}.`} />
        : <div class="quiet words">It can do nothing more than before.</div>)}
    </div>
  );
}
