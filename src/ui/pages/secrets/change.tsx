import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { accountName } from "../../../core/accounts/words.ts";
import type { Command } from "../../../core/app/command.ts";
import type { NamedAccount } from "../../../pages/shown.ts";
import type { KeyDifference, SecretShape, SecretsModel } from "../../../pages/secrets/page.ts";
import type { Client } from "../../client/mod.ts";
import { useSender } from "../../page.ts";
import { GuardedSheet } from "../../parts/resources/guarded_sheet.tsx";
import {
  Button,
  type ControlProps,
  Field,
  inputField,
  Notice,
  SecretInput,
  Sheet,
} from "../../system/mod.ts";
import { useLeaving, useUnsaved } from "../../unsaved.ts";
import { count } from "../../text/format.ts";
import { seen } from "../../text/visible.tsx";
import { inOneLine } from "../../../core/text/sentences.ts";
import { FindField, useFinding } from "./finding.tsx";

const NONE: readonly string[] = [];

type Target = Omit<Extract<Command, { name: "readSecret" }>, "name">;
type Change = Extract<Command, { name: "writeSecret" }>["change"];

/** The control of a value, which may have several lines, as a private key has. */
const lines = (props: ControlProps) => <SecretInput {...props} lines />;

/** Changes a secret: the user enters new values, sees which keys change, and confirms. */
export function ChangeSheet(
  { shape, secret, account, target, client, onLeave, onDone }: {
    shape: SecretShape;
    secret: string;
    account: NamedAccount;
    target: Target;
    client: Client<SecretsModel>;
    onLeave: () => void;
    /** Called after the write, with a description of the change. */
    onDone: (words: string) => void;
  },
): JSX.Element {
  const sender = useSender(client);
  const finding = useFinding(shape.keys ?? NONE);
  const { many } = finding;
  const fields = useRef<HTMLDivElement>(null), box = useRef<HTMLDivElement>(null);
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map());
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [added, setAdded] = useState<readonly { readonly key: string; readonly value: string }[]>([]);
  const [text, setText] = useState("");
  const [whole, setWhole] = useState(shape.keys === null);
  const [leaving, setLeaving] = useLeaving();
  const [difference, setDifference] = useState<KeyDifference | null>(null);
  // A layout effect, so that it runs before the next key: Esc must ask again after further input.
  useLayoutEffect(() => setLeaving(false), [values, removed, added, text]);
  const name = accountName(account);
  const keyed = {
    set: [
      ...[...values].filter(([key, value]) => value !== "" && !removed.includes(key)),
      ...added.filter(({ key }) => key.trim() !== "").map((
        { key, value },
      ): [string, string] => [key.trim(), value]),
    ],
    remove: [...removed],
  };
  const change: Change = whole ? { text } : keyed;
  const isKeyed = keyed.set.length > 0 || removed.length > 0;
  const entered = text !== "" || isKeyed;
  useUnsaved(entered && !leaving, () => {
    setDifference(null);
    setLeaving(true);
  });

  // The user enters the name of a new key next.
  useLayoutEffect(() => {
    const newest = [...box.current?.querySelectorAll<HTMLElement>(".secret-added") ?? []].at(-1);
    newest?.querySelector<HTMLElement>("input")?.focus();
  }, [added.length]);
  const mode = useRef<HTMLDivElement>(null), first = useRef(true);
  useLayoutEffect(() => {
    if (!first.current) mode.current?.closest("form")?.querySelector<HTMLElement>("[data-focus]")?.focus();
    first.current = false;
  }, [whole]);
  const newest = useRef(change);
  newest.current = change;
  const compare = async () => {
    for (;;) {
      const compared = newest.current;
      const result = await sender.send({ name: "compareSecret", ...target, change: compared });
      if (!result.ok) return;
      // Compare again when values were entered meanwhile, so that the
      // shown difference is the one that is written.
      if (JSON.stringify(newest.current) !== JSON.stringify(compared)) continue;
      return setDifference(result.value as KeyDifference);
    }
  };
  const write = async (typed: { readonly typed?: string }) => {
    const result = await sender.send({ name: "writeSecret", ...target, change, ...typed });
    if (result.ok) onDone(`Written: ${words(result.value as KeyDifference)}.`);
  };
  const problem = sender.failure ? inOneLine(sender.failure.error, sender.failure.hint) : undefined;

  if (difference) {
    const unchanged = !difference.replaced && words(difference) === "";
    return (
      <GuardedSheet
        key="write"
        title={`Write ${secret}?`}
        marked={`Write to ${name}`}
        leave="Go back"
        account={account}
        target={name}
        name={unchanged ? undefined : name}
        doing="write to production"
        sender={sender}
        ready={!unchanged}
        onSubmit={(typed) => void write(typed)}
        onLeave={() => {
          sender.clear();
          setDifference(null);
        }}
      >
        {unchanged ? <p>Nothing is different from what is there.</p> : <Difference difference={difference} />}
        <p class="small quiet">What uses the secret gets the new value the next time it reads it.</p>
      </GuardedSheet>
    );
  }
  const adding = (
    <div class="column" ref={box}>
      {added.map(({ key, value }, index) => (
        <div class="pair secret-added" key={index}>
          <Field
            field={inputField({ key: `key-${index}`, label: "New key" })}
            value={key}
            code
            onInput={(key) => setAdded((before) => before.with(index, { key, value }))}
          />
          <Field
            field={inputField({ key: `value-${index}`, kind: "secret", label: "Its value" })}
            control={lines}
            value={value}
            onInput={(value) => setAdded((before) => before.with(index, { key, value }))}
          />
        </div>
      ))}
      <div class="row">
        <Button compact icon="plus" onClick={() => setAdded((before) => [...before, { key: "", value: "" }])}>
          Add a key
        </Button>
      </div>
    </div>
  );
  const fits = new Set(finding.fitting);
  // Changed keys stay visible even when they do not match the search.
  const shownKeys = (shape.keys ?? NONE).filter((key) =>
    fits.has(key) || (values.get(key) ?? "") !== "" || removed.includes(key)
  );
  const toBest = () => {
    const field = fields.current?.children[shownKeys.indexOf(finding.fitting[0] ?? "")];
    field?.querySelector<HTMLElement>("input")?.focus();
  };
  return (
    <Sheet
      title={`Change ${secret}`}
      marked="Compare"
      disabled={sender.busy || !(whole ? text : isKeyed)}
      leave={leaving ? "Discard changes" : "Cancel"}
      problem={leaving ? "Esc again discards what you entered." : problem}
      onSubmit={() => {
        setLeaving(false);
        void compare();
      }}
      onLeave={() => !entered || leaving ? onLeave() : setLeaving(true)}
    >
      {!whole && many && <FindField finding={finding} autoFocus onEnter={toBest} />}
      {!whole && many && adding}
      {whole
        ? (
          <Field
            field={inputField({ key: "whole", kind: "textarea", label: "New value" })}
            value={text}
            autoFocus
            code
            onInput={setText}
          />
        )
        : (
          <div class="column loose secret-values" ref={fields}>
            {shownKeys.map((key, index) => (
              <Field
                key={key}
                field={inputField({
                  key,
                  kind: "secret",
                  label: key,
                  placeholder: removed.includes(key) ? "is removed" : "stays as it is",
                })}
                control={lines}
                value={values.get(key) ?? ""}
                autoFocus={!many && index === 0}
                disabled={removed.includes(key)}
                onInput={(value) => setValues((before) => new Map([...before, [key, value]]))}
                aside={
                  <button
                    type="button"
                    class="link small"
                    aria-pressed={removed.includes(key)}
                    onClick={() =>
                      setRemoved((before) =>
                        before.includes(key) ? before.filter((one) => one !== key) : [...before, key]
                      )}
                  >
                    {removed.includes(key) ? "Keep" : "Remove"}
                  </button>
                }
              />
            ))}
          </div>
        )}
      {!whole && !many && adding}
      {shape.keys !== null && (
        <div class="row" ref={mode}>
          <Button compact onClick={() => setWhole(!whole)}>
            {whole ? "Change its keys" : "Replace the whole value"}
          </Button>
        </div>
      )}
    </Sheet>
  );
}

/** Returns which keys are added, changed and removed, as text; empty when there are none. */
function words({ added, changed, removed, replaced }: KeyDifference): string {
  if (replaced) return "a new value";
  return [
    added.length > 0 ? `${added.join(", ")} added` : "",
    changed.length > 0 ? `${changed.join(", ")} changed` : "",
    removed.length > 0 ? `${removed.join(", ")} removed` : "",
  ].filter(Boolean).join("; ");
}

function Difference({ difference }: { difference: KeyDifference }): JSX.Element {
  const { added, changed, removed, same, replaced } = difference;
  if (replaced) return <Notice tone="caution" message="The whole value is replaced." />;
  const lines: readonly (readonly [mark: string, word: string, keys: readonly string[]])[] = [
    ["+", "added", added],
    ["±", "changed", changed],
    ["−", "removed", removed],
  ];
  return (
    <div class="column">
      <ul role="list" class="column secret-difference mono" aria-label="Difference of keys">
        {lines.flatMap(([mark, word, keys]) =>
          keys.map((key) => (
            <li key={`${word} ${key}`} class={`diff-${word}`}>
              <span aria-hidden="true">{mark}</span>
              <span class="words">{seen(key)}</span>
              <span class="quiet small">{word}</span>
            </li>
          ))
        )}
      </ul>
      {same > 0 && (
        <p class="small quiet">
          {count(same, "key")} {same === 1 ? "stays" : "stay"} as {same === 1 ? "it is" : "they are"}.
        </p>
      )}
    </div>
  );
}
