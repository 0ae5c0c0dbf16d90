import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ServerModel } from "../../../pages/server/page.ts";
import { type PageProps, useNow, useSender } from "../../page.ts";
import { EntryFields, useEntryForm } from "../../parts/entry/form.tsx";
import { Button, Notice, useKeys } from "../../system/mod.ts";
import { useLeaving, useUnsaved } from "../../unsaved.ts";
import { ago, duration } from "../../text/format.ts";

/** One server: what the configuration says of it, whether it answers, and its password. */
export default function ServerPage({ model, client }: PageProps<ServerModel>): JSX.Element {
  const { server, inFile: { at, entry }, window } = model;
  const sender = useSender(client);
  const [saved, setSaved] = useState(false);
  const form = useEntryForm({
    list: "servers",
    entry: entry ?? undefined,
    client,
    store: async (value, was) => {
      const result = await sender.send({
        name: "editConfig",
        path: ["servers", at],
        value: structuredClone(value) as never,
        ...(was && { was: structuredClone(was) as never }),
      });
      return result.ok;
    },
  });
  const { edited } = form;
  const [leaving, setLeaving] = useLeaving();
  const close = () => void client.send({ name: "closeWindow", window: window.id });
  const save = async () => {
    setLeaving(false);
    if (!await form.save()) return;
    setSaved(true);
    if (!server) close();
  };
  /** What was entered is asked about once. */
  const leave = () => {
    setLeaving(edited && !leaving);
    if (edited && !leaving) return;
    if (edited && server) form.revert();
    else close();
  };
  useUnsaved(edited && !leaving, () => setLeaving(true));
  useKeys((event) => {
    if (event.key !== "Escape") return false;
    leave();
    return true;
  });
  return (
    <form
      class="window"
      ref={form.ref}
      noValidate
      onInput={() => {
        setSaved(false);
        setLeaving(false);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div class="scroll grow form-body">
        {server && <Test model={model} send={(command) => void sender.send(command)} />}
        {sender.failure && <Notice tone="danger" message={sender.failure.error} hint={sender.failure.hint} />}
        <EntryFields form={form} brief />
      </div>
      <div class="bar foot">
        <span class="grow quiet small" role="status">
          {leaving && edited
            ? "Esc again discards what you entered."
            : saved && !edited
            ? "Saved to config.json."
            : server
            ? ""
            : "The password is asked for when it is needed."}
        </span>
        <Button onClick={edited && server ? form.revert : leave}>
          {edited && server ? "Revert" : leaving && edited ? "Discard changes" : "Close"}
        </Button>
        <Button kind="marked" type="submit" busy={sender.busy} disabled={!edited}>
          {server ? "Save" : "Add server"}
        </Button>
      </div>
    </form>
  );
}

function Test(
  { model, send }: {
    model: ServerModel;
    send: (command: Parameters<PageProps<ServerModel>["client"]["send"]>[0]) => void;
  },
): JSX.Element | null {
  const now = useNow(true, 30_000);
  const { server } = model;
  if (!server) return null;
  const { test, name } = server;
  return (
    <section class="column" aria-label="Connection">
      {test.status === "ok" && (
        <Notice
          tone="ok"
          message={`Connected in ${duration(test.ms)}, ${ago(test.at, now)}.`}
          hint={test.detail}
        />
      )}
      {test.status === "failed" && <Notice tone="danger" message={test.message} hint={test.hint} />}
      {test.status === "running" && (
        <div class="notice" role="status">
          <span class="spinner" />Connecting to {server.host}…
        </div>
      )}
      <div class="row">
        <Button busy={test.status === "running"} onClick={() => send({ name: "testServer", server: name })}>
          Test connection
        </Button>
        <Button icon="key" onClick={() => send({ name: "setPassword", server: name })}>Set password</Button>
        <Button kind="bare" onClick={() => send({ name: "forgetPassword", server: name })}>
          Forget password
        </Button>
      </div>
    </section>
  );
}
