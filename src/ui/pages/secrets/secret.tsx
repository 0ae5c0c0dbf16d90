import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Command } from "../../../core/app/command.ts";
import type { NamedAccount } from "../../../pages/shown.ts";
import type { ListedSecret, secretDetail, SecretShape, SecretsModel } from "../../../pages/secrets/page.ts";
import { type Client, useRows } from "../../client/mod.ts";
import { useSender } from "../../page.ts";
import type { ListContext, Where } from "../../parts/resources/use_resources.ts";
import { isMissing, mendedBySignIn } from "../../parts/resources/trouble.tsx";
import { ResourceHead } from "../../parts/resources/window.tsx";
import {
  type ClearedLater,
  StatusMessage,
  untilCleared,
  useStatusMessage,
} from "../../parts/status_message.tsx";
import { Button, focusedElement, Notice, plain, Skeleton, useKeys } from "../../system/mod.ts";
import { count, size } from "../../text/format.ts";
import { seen } from "../../text/visible.tsx";
import { ChangeSheet } from "./change.tsx";
import { Facts, Versions } from "./facts.tsx";
import { Fields } from "./fields.tsx";

/** What a key has requested, and for which secret. */
export interface Intent {
  readonly id: string;
  /** The service that has the secret; undefined for either. */
  readonly kind?: string | undefined;
  readonly doing: "read" | "copy";
  /** When the user pressed the key (`performance.now()`). */
  readonly at: number;
}

type CopyForm = Extract<Command, { name: "copySecret" }>["form"];

/** The details of one secret, and its values once they are requested. */
export function SecretPane(
  { secret, account, where, listContext, signedIn, client, intents, onIntents }: {
    secret: ListedSecret;
    account: NamedAccount;
    where: Where;
    /** The role and region to ask for. They do not change when the defaults become known. */
    listContext: ListContext;
    signedIn: boolean;
    client: Client<SecretsModel>;
    /** The requests of keys, in order. */
    intents: readonly Intent[];
    onIntents: () => void;
  },
): JSX.Element {
  const { kind, name, label } = secret;
  const sender = useSender(client);
  const [asked, ask] = useState(0);
  // A changed `live` makes this another question, so that it is asked again.
  const known = useRows<typeof secretDetail>(client, "detail", { ...listContext, id: name, kind }, {
    count: 1,
    live: asked % 2 === 1,
  });
  // The user has signed in for this secret.
  useEffect(() => {
    if (signedIn && mendedBySignIn(known.failure)) ask((asked) => asked + 1);
  }, [signedIn]);
  const about = known.rows[0];
  /** Whether AWS no longer returns the secret's value. */
  const gone = isMissing(known.failure) || about?.deletedAt !== undefined;
  const [version, setVersion] = useState<string | undefined>(undefined);
  const [lastShape, setShape] = useState<SecretShape | null>(null);
  const shape = gone ? null : lastShape;
  const [changing, setChanging] = useState(false);
  const [statusMessage, setStatusMessage] = useStatusMessage();
  const fields = useRef<HTMLElement>(null);
  const target = { ...where, id: name, kind, version };

  const reads = useRef(0);
  /**
   * `reading`: a value is being read. `copiesFirst`: Enter was pressed meanwhile, so
   * its first key is copied when it arrives.
   */
  const reading = useRef(false), copiesFirst = useRef(false);
  /** When the keys of the secret were first shown (`performance.now()`). */
  const shownAt = useRef(Infinity);
  /** The control that had the focus when the value was requested, and its text at that time. */
  const asker = useRef<readonly [HTMLElement | null, string]>([null, ""]);
  const read = async (of: string | undefined) => {
    const mine = ++reads.current;
    reading.current = true;
    copiesFirst.current = false;
    asker.current = typedAt(focusedElement());
    // The pressed button disappears while the value is read. Without this its
    // neighbour would get the focus and the next Enter.
    if (fields.current?.contains(document.activeElement)) fields.current.focus();
    setStatusMessage("");
    const result = await sender.send({ name: "readSecret", ...target, version: of });
    // Another version was requested meanwhile.
    if (mine !== reads.current) return;
    reading.current = false;
    if (!result.ok || result.value === undefined) return;
    setVersion(of);
    setShape(result.value as SecretShape);
  };
  const copy = async (key?: string, form?: CopyForm) => {
    setStatusMessage("");
    const result = await sender.send({ name: "copySecret", ...target, key, form, quiet: true });
    if (!result.ok || result.value === undefined) return;
    setStatusMessage(`${key ?? "The secret"} copied. ${untilCleared(result.value as ClearedLater)}`);
  };
  const copyFirst = ({ keys }: SecretShape) => {
    if (keys?.length !== 0) void copy(keys?.[0]);
  };
  // Enter copies the first key now, and arrow keys lead to the others.
  useLayoutEffect(() => {
    if (shape) shownAt.current = Math.min(shownAt.current, performance.now());
    const [field, text] = typedAt(focusedElement());
    const away = field !== null && field.closest(".resource-main") === null &&
      (field !== asker.current[0] || text !== asker.current[1]);
    // A user who has begun to type elsewhere keeps the focus there.
    if (!shape || away) return;
    fields.current?.querySelector<HTMLElement>("button")?.focus();
    if (copiesFirst.current) copyFirst(shape);
  }, [shape]);
  const enter = (at: number) => {
    if (reading.current) copiesFirst.current = true;
    // The key waited for its row, and the value arrived before that row.
    else if (shape && at < shownAt.current) copyFirst(shape);
    else void read(version);
  };
  useKeys((event) => {
    const meant = event.key === "Enter" && plain(event) && document.activeElement === fields.current;
    if (!meant || !reading.current) return false;
    enter(performance.now());
    return true;
  });
  useEffect(() => {
    if (intents.length === 0) return;
    onIntents();
    if (gone) return;
    for (const { doing, at } of intents) {
      if (doing === "read") enter(at);
      else void copy();
    }
  }, [intents.length]);

  return (
    <>
      <ResourceHead what="Secret" name={name} shown={seen(label ?? name)}>
        {label !== undefined && label !== name && <span class="mono words">{seen(name)}</span>}
      </ResourceHead>
      {known.state === "error" && known.failure?.error !== sender.failure?.error && (
        <Notice tone="caution" message={known.failure?.error ?? ""} hint={known.failure?.hint}>
          <Button
            compact
            onClick={() =>
              ask(asked + 1)}
          >
            Try again
          </Button>
        </Notice>
      )}
      <Facts secret={secret} about={about} />
      {sender.failure && <Notice tone="danger" message={sender.failure.error} hint={sender.failure.hint} />}
      <section class="grow scroll secret-value-area" aria-label="Value" tabIndex={-1} ref={fields}>
        {gone
          ? about && (
            <p class="secret-none small quiet">
              It is to be deleted: AWS hands out no value of it unless it is restored.
            </p>
          )
          : shape === null
          ? sender.busy ? <Skeleton rows={4} /> : (
            <div class="secret-closed">
              <Button kind="marked" icon="eye" shortcut="Enter" onClick={() => void read(version)}>
                Read its keys
              </Button>
              <Button icon="copy" shortcut="Mod+Enter" onClick={() => void copy()}>Copy whole</Button>
              <p class="small quiet">
                AWS notes who reads a secret and when. Values stay dots until you show one.
              </p>
            </div>
          )
          : (
            <Fields
              key={shape.version ?? ""}
              shape={shape}
              show={async (key) => {
                const result = await sender.send({ name: "showSecret", ...target, key });
                return result.ok ? (result.value as { text: string }).text : null;
              }}
              onCopy={(key) => void copy(key)}
            />
          )}
        {about && !gone && about.versions.length > 1 && (
          <Versions
            versions={about.versions}
            read={shape && (version ?? shape.version)}
            onRead={(id) => void read(id)}
          />
        )}
      </section>
      <footer class="bar foot resource-foot">
        <StatusMessage message={statusMessage} rest={shape ? shapeWords(shape) : ""} />
        {shape?.keys && <Button compact onClick={() => void copy(undefined, "json")}>Copy JSON</Button>}
        {shape?.keys && <Button compact onClick={() => void copy(undefined, "env")}>Copy .env</Button>}
        {shape && !shape.binary && version === undefined && (
          <Button compact onClick={() => setChanging(true)}>Change…</Button>
        )}
      </footer>
      {changing && shape && (
        <ChangeSheet
          shape={shape}
          secret={name}
          account={account}
          target={{ ...target, version: shape.version ?? version }}
          client={client}
          onLeave={() => setChanging(false)}
          onDone={(words) => {
            setChanging(false);
            ask(asked + 1);
            void read(version).then(() => setStatusMessage(words));
          }}
        />
      )}
    </>
  );
}

function typedAt(field: HTMLElement | null): readonly [HTMLElement | null, string] {
  return [field, field instanceof HTMLInputElement ? field.value : ""];
}

function shapeWords({ keys, binary, bytes }: SecretShape): string {
  const what = binary ? "Binary" : keys ? count(keys.length, "key") : "Text without keys";
  return `${what} · ${size(bytes)}`;
}
