import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Command } from "../../../core/app/command.ts";
import type { ServerTest } from "../../../core/state/state.ts";
import type { ServerModel } from "../../../pages/server/page.ts";
import { type PageProps, useSender } from "../../page.ts";
import { EntryFields, useEntryForm } from "../../parts/entry/form.tsx";
import { USER } from "../../parts/entry/pasted_texts.ts";
import { Button, Notice, useEscape } from "../../system/mod.ts";
import { useLeaving, useUnsaved } from "../../unsaved.ts";
import { AddressField, UserField } from "./address.tsx";
import { NamedEnvironment } from "./environment.tsx";
import { Test, TestLine } from "./test.tsx";

const UNTESTED: ServerTest = { status: "idle" };

/** The form of one server, with the test of its connection and its password. */
export default function ServerPage({ model, client }: PageProps<ServerModel>): JSX.Element {
  const { server, inFile: { at, entry, problems }, window } = model;
  /** Whether the window is about a server of the file, even one whose entry is wrong, and not about a new one. */
  const exists = (server ?? entry) !== null;
  const sender = useSender(client);
  /** Only this makes "Save" busy: a connection test or a password question may take long. */
  const [saving, setSaving] = useState(false);
  const [saved, setSaved] = useState(false);
  /** The test of the form's values before they are saved, and the values that it is about. */
  const [tried, setTried] = useState<{ readonly of: string; readonly test: ServerTest } | null>(null);
  const form = useEntryForm({
    list: "servers",
    entry: entry ?? undefined,
    client,
    store: async (value, was) => {
      setSaving(true);
      const result = await sender.send({
        name: "editConfig",
        path: ["servers", at],
        value: structuredClone(value) as never,
        was: structuredClone(was) as never,
      });
      setSaving(false);
      return result.ok;
    },
  });
  const { edited } = form;
  const user = form.draft.texts[USER]?.trim() || undefined;
  const entered = JSON.stringify([form.value, user]);
  const [leaving, setLeaving] = useLeaving();
  const close = () => void client.send({ name: "closeWindow", window: window.id });
  const send = (command: Command) => void sender.send(command);
  const save = async () => {
    setLeaving(false);
    if (!await form.save()) return;
    setTried(null);
    setSaved(true);
    // A server in force keeps its window under another name by itself.
    if (!server && form.value.name !== entry?.name) {
      send({ name: "serverAdded", window: window.id, server: form.value.name as string, user } as Command);
    }
  };
  const test = async () => {
    if (server && !edited) return send({ name: "testServer", server: server.name });
    if (await form.toProblem()) return;
    setTried({ of: entered, test: { status: "running", since: Date.now() } });
    const result = await sender.send(
      { name: "tryServer", entry: structuredClone(form.value), user } as unknown as Command,
    );
    const outcome = result.ok ? { of: entered, test: result.value as ServerTest } : null;
    // Other values may be tested by now.
    setTried((now) => now?.of === entered ? outcome : now);
  };
  const query = () => server && send({ name: "openQuery", server: server.name });
  /** Asks once about unsaved input, then discards it or closes the window. */
  const leave = () => {
    setLeaving(edited && !leaving);
    if (edited && !leaving) return;
    if (edited && exists) form.revert();
    else close();
  };
  useUnsaved(edited && !leaving, () => setLeaving(true));
  useEscape(leave);
  const shown = server && !edited ? server.test : tried?.of === entered ? tried.test : UNTESTED;
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
        if (server && !edited) query();
        else void save();
      }}
    >
      <div class="scroll grow form-body">
        {server
          ? <Test server={server} test={shown} edited={edited} onTest={() => void test()} send={send} />
          : !exists && <AddressField form={form} />}
        {sender.failure && <Notice tone="danger" message={sender.failure.error} hint={sender.failure.hint} />}
        <EntryFields form={form} brief first={exists} at={at} diagnostics={problems}>
          {!exists && <UserField form={form} />}
        </EntryFields>
        <NamedEnvironment name={String(form.value.name ?? "")} client={client} />
      </div>
      {/* Outside of what scrolls: the form may be longer than the window. */}
      {!server && shown.status !== "idle" && (
        <div class="form-outcome">
          <TestLine test={shown} host={String(form.value.host ?? "")} />
        </div>
      )}
      <div class="bar foot">
        <span class="grow quiet small" role="status">
          {leaving && edited
            ? "Esc again discards what you entered."
            : saved && !edited
            ? "Saved to config.json."
            : ""}
        </span>
        {!server && <Button busy={shown.status === "running"} onClick={() => void test()}>Test</Button>}
        <Button onClick={edited && exists ? form.revert : leave}>
          {edited && exists ? "Revert" : leaving && edited ? "Discard changes" : "Close"}
        </Button>
        {server && !edited
          ? <Button kind="marked" type="submit">Query now</Button>
          : (
            <Button kind="marked" type="submit" busy={saving} disabled={exists ? !form.differs : !edited}>
              {exists ? "Save" : "Add server"}
            </Button>
          )}
      </div>
    </form>
  );
}
