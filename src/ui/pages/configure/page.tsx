import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ActionState, ExtensionState } from "../../../core/state/state.ts";
import type { ConfigureModel } from "../../../pages/configure/page.ts";
import { type PageProps, useSender } from "../../page.ts";
import { Button, EmptyState, focusStart, Notice, useEscape } from "../../system/mod.ts";
import { useLeaving, useUnsaved } from "../../unsaved.ts";
import { ShortcutRecorder } from "../../parts/recorder.tsx";
import { AccountFields, choiceOf, choiceProblem } from "./account.tsx";
import { ConfigFields } from "./config.tsx";
import { ServerFields } from "./servers.tsx";
import { configEntries, ownConfig, textsOf, tickedOf, valueProblem } from "./values.ts";

/** The user's overrides for one action: its account and its settings. */
export default function ConfigurePage(props: PageProps<ConfigureModel>): JSX.Element {
  const { extension, action } = props.model;
  return extension && action
    ? <Configure {...props} extension={extension} action={action} />
    : <Gone {...props} />;
}

/** Shown once the action is gone. It has its own Esc, because that of the form asks about unsaved input. */
function Gone({ model, client }: PageProps<ConfigureModel>): JSX.Element {
  useEscape(() => void client.send({ name: "closeWindow", window: model.window.id }));
  return (
    <EmptyState icon="gear" title="This action is gone" text="Its extension was uninstalled or updated." />
  );
}

function Configure(
  { model, client, extension, action }: PageProps<ConfigureModel> & {
    extension: ExtensionState;
    action: ActionState;
  },
): JSX.Element {
  const { accounts, desktopKeys, keys, window, writable } = model;
  const sender = useSender(client);
  const form = useRef<HTMLFormElement>(null);
  const [choice, setChoice] = useState(() => choiceOf(action.own));
  const entries = useMemo(() => configEntries(action.config, action.own?.config), [
    action.config,
    action.own,
  ]);
  const [changed, setChanged] = useState<ReadonlyMap<string, string | null>>(() => new Map());
  const texts = useMemo(() => textsOf(entries, changed), [entries, changed]);
  const [ticks, setTicks] = useState<ReadonlyMap<string, string | null>>(() => new Map());
  const write = useMemo(() => tickedOf(writable, ticks), [writable, ticks]);
  const [tried, setTried] = useState(false);
  useLayoutEffect(() => focusStart(form.current), []);

  const close = () => void client.send({ name: "closeWindow", window: window.id });
  const other = entries.filter(({ key, text }) => texts.get(key) !== text).map((
    { key },
  ) => [key, texts.get(key)]);
  const before = new Set(writable.map(({ server }) => server));
  const differs = [...before.symmetricDifference(write)].sort();
  const entered = JSON.stringify([choice.account, choice.role, choice.region, other, differs]);
  const [start] = useState(entered);
  const [leaving, setLeaving] = useLeaving();
  // A layout effect, so that it runs before the next key: Esc must ask again after further input.
  useLayoutEffect(() => setLeaving(false), [entered]);
  const leave = () => entered === start || leaving ? close() : setLeaving(true);
  useUnsaved(entered !== start && !leaving, () => setLeaving(true));
  useEscape(leave);
  const ids = { name: "saveOverrides", extension: extension.id, action: action.id } as const;
  const change = (key: string, text: string | null) => setChanged((now) => new Map(now).set(key, text));
  const broken = entries.some(({ key, kind }) => texts.has(key) && valueProblem(texts.get(key)!, kind));
  const save = async () => {
    setTried(true);
    if (broken || choiceProblem(choice)) return;
    const { account, role, region } = choice;
    const result = await sender.send({
      ...ids,
      account: account.trim(),
      role: role.trim(),
      region: region.trim(),
      // A config that is too large for a form is not changed.
      ...(entries.length > 0 && { config: ownConfig(entries, texts) }),
      ...(differs.length > 0 && { write: [...write].map(([server, at]) => ({ server, at })) }),
    });
    if (result.ok) close();
  };
  const reset = () => {
    setChoice(choiceOf());
    setTicks(new Map([...write.keys()].map((name) => [name, null])));
    setChanged(new Map(entries.map(({ key, original }) => [key, original ?? null])));
  };
  const noAccount = action.contextMode === "none";
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
      <div class="scroll grow form-body">
        <div>
          <h1 class="cut">{action.label}</h1>
          <p class="quiet small">
            {extension.name} · Your values override the extension’s and survive updates.
          </p>
        </div>
        {noAccount ? <Notice tone="info" message="This action needs no account." /> : (
          <AccountFields
            action={action}
            accounts={accounts}
            choice={choice}
            tried={tried}
            client={client}
            onChange={(part) => setChoice((now) => ({ ...now, ...part }))}
            onForget={() => {
              const { config: _config, write: _write, ...own } = action.own ?? {};
              void sender.send({ ...ids, ...own, forgetAnswer: true });
            }}
          />
        )}
        {entries.length > 0
          ? <ConfigFields entries={entries} texts={texts} onChange={change} />
          : noAccount && <p class="quiet">It has no other settings.</p>}
        <div class="field" role="group" aria-labelledby="action-shortcut">
          <div class="label">
            <span id="action-shortcut">Shortcut</span>
          </div>
          <ShortcutRecorder
            value={keys}
            disabled={false}
            onPick={(picked) =>
              void sender.send({
                name: "setActionShortcut",
                extension: extension.id,
                action: action.id,
                keys: picked,
              })}
          />
          <div class="help words">Runs it from anywhere. Kept on this computer, at once.</div>
          {desktopKeys && (
            <div class="help words">
              Your desktop's own settings have {desktopKeys} for it: these keys run it now.
            </div>
          )}
        </div>
        <ServerFields
          client={client}
          write={write}
          onTick={(server, at) => setTicks((now) => new Map(now).set(server, at))}
        />
        {sender.failure && <Notice tone="danger" message={sender.failure.error} hint={sender.failure.hint} />}
      </div>
      <div class="bar foot">
        <Button onClick={reset}>Reset all</Button>
        <span class="grow quiet small" role="status">
          {leaving ? "Esc again discards what you entered." : ""}
        </span>
        <Button onClick={leave} shortcut="Escape">{leaving ? "Discard changes" : "Cancel"}</Button>
        <Button kind="marked" type="submit" disabled={broken} busy={sender.busy}>Save</Button>
      </div>
    </form>
  );
}
