import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ServerModel } from "../../../pages/model.ts";
import { type PageProps, useNow, useSender } from "../../page.ts";
import { Button, Field, focusStart, Notice, useKeys } from "../../system/mod.ts";
import { entriesOf } from "../../text/document.ts";
import { ago, duration } from "../../text/format.ts";
import { foreignKeys, serverFields, serverProblems, serverValue, startServer } from "./fields.ts";

/** One server: what the configuration says of it, whether it answers, and its password. */
export default function ServerPage({ model, client }: PageProps<ServerModel>): JSX.Element {
  const { server, config, window } = model;
  const sender = useSender(client);
  // Counted in the file: it may hold entries that are left out.
  const entries = entriesOf(config.document, "servers");
  const at = entries.findIndex((entry) => entry.name === server?.name);
  const entry = entries[at];
  // What the file leaves out is the placeholder's, not a value to be written.
  const start = startServer(
    server && entry && entry.database === undefined ? { ...server, database: undefined } : server,
  );
  const [values, setValues] = useState(start);
  const [asked, setAsked] = useState(false);
  const [saved, setSaved] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => focusStart(form.current), []);
  const edited = Object.keys(values).some((key) => values[key] !== start[key]);
  const problems = serverProblems(values, model.names, server?.name);
  const close = () => void client.send({ name: "closeWindow", window: window.id });
  const save = async () => {
    setAsked(true);
    const wrong = Object.keys(problems)[0];
    if (wrong !== undefined) return form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
    const path = ["servers", at < 0 ? entries.length : at];
    const result = await sender.send({
      name: "editConfig",
      path,
      value: { ...foreignKeys(entry), ...serverValue(values) },
      ...(entry && { was: structuredClone(entry) as never }),
    });
    setSaved(result.ok);
    if (result.ok && !server) close();
  };
  useKeys((event) => {
    if (event.key !== "Escape") return false;
    if (edited) setValues(start);
    else close();
    return true;
  });
  return (
    <form
      class="window"
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <main class="scroll grow form-body">
        {server && <Test model={model} send={(command) => void sender.send(command)} />}
        {sender.failure && <Notice tone="danger" message={sender.failure.error} hint={sender.failure.hint} />}
        <div class="form-grid">
          {serverFields(values).map((field, index) => (
            <Field
              key={field.key}
              field={field}
              value={values[field.key] ?? ""}
              autoFocus={index === 0 && !server}
              problem={asked ? problems[field.key] : undefined}
              onInput={(value) => {
                setSaved(false);
                setValues((now) => ({ ...now, [field.key]: value }));
              }}
            />
          ))}
        </div>
      </main>
      <div class="bar foot">
        <span class="grow quiet small" role="status">
          {saved && !edited
            ? "Saved to config.json."
            : server
            ? ""
            : "The password is asked for when it is needed."}
        </span>
        <Button onClick={edited && server ? () => setValues(start) : close}>
          {edited && server ? "Revert" : "Close"}
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
