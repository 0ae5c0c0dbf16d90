import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { databaseSecrets, DatabasesModel } from "../../../pages/databases/page.ts";
import type { Client } from "../../client/mod.ts";
import { ListFailure } from "../../parts/list_failure.tsx";
import { pickedId, PickingList, useListPicking } from "../../parts/picking.tsx";
import type { ListContext } from "../../parts/resources/use_resources.ts";
import { Icon, SearchField } from "../../system/mod.ts";
import { Marked } from "../../text/marked.tsx";

/** Picks one of the account's secrets by typing. A secret that is not listed can be entered as an ARN. */
export function SecretChoice(
  { client, listContext, secret, managed, onPick, onEnter }: {
    client: Client<DatabasesModel>;
    listContext: ListContext;
    /** The picked secret; empty for none. */
    secret: string;
    /** The secret that AWS manages for the database. */
    managed: string | undefined;
    onPick: (secret: string) => void;
    /** Called when the user presses Enter with this secret. */
    onEnter: (secret: string) => void;
  },
): JSX.Element {
  const [typed, setTyped] = useState(secret);
  const text = typed.trim();
  /** Whether the text names a secret without a list: an ARN, or the secret that was picked before. */
  const [first] = useState(secret);
  const named = text === first.trim() || /^arn:[\w-]+:/.test(text);
  const list = useListPicking<typeof databaseSecrets>(client, "secrets", { ...listContext, search: typed }, {
    keyOf: ({ kind, name }) => `${kind} ${name}`,
    typed: text !== "",
    waits: text !== "" && !named,
  });
  const { found, count, row } = list;
  /** Whether the secret that the text means may still arrive. */
  const coming = text !== "" && !named && found.unfinished;
  /** The typed text as a name, once the list is complete and nothing in it fits. */
  const asName = coming ? "" : text;
  const chosen = row?.name ?? asName;
  useLayoutEffect(() => onPick(chosen), [chosen]);
  const box = useRef<HTMLDivElement>(null), field = useRef<HTMLInputElement>(null);
  // The list opens below the field and may be out of view.
  useEffect(() => {
    if (secret === "") box.current?.scrollIntoView({ block: "nearest" });
  }, [count > 0]);
  return (
    <div ref={box} class="column secret-choice" role="group" aria-label="Secret of this account">
      <SearchField
        label="Find the secret by its name"
        placeholder="Find a secret, or type its name or ARN"
        value={typed}
        inputRef={field}
        controls={count > 0 ? "secret-choice" : undefined}
        active={pickedId("secret-choice", list)}
        onInput={(text) => {
          setTyped(text);
          list.begin();
        }}
        onKeyDown={(event) => {
          // While secrets still come, Enter waits for one of them. Text that finds none becomes a name only after the page says so.
          if (event.key === "Enter") void list.taken().then((row) => onEnter(row?.name ?? asName));
          else if (!list.step(event)) return;
          event.preventDefault();
        }}
      />
      <p class="small quiet">One with the keys username and password.</p>
      {count > 0
        ? (
          <PickingList
            id="secret-choice"
            label="Secrets of this account"
            picking={list}
            onPick={(index) => {
              list.pick(index);
              field.current?.focus();
            }}
            row={({ name, label, matches }) => (
              <>
                <Icon name="key" />
                <span class="cut name grow" title={name}>
                  <Marked text={label ?? name} matches={matches} />
                </span>
                {label !== undefined && <span class="quiet small cut">{name}</span>}
              </>
            )}
          />
        )
        : found.failure
        ? <ListFailure found={found} small />
        : (
          <p class="small quiet" role="status">
            {text !== "" && text === managed
              ? "The secret that AWS manages for it."
              : found.state === "loading" || coming
              ? "Asking AWS for the secrets. Enter waits for the one that you name."
              : text === ""
              ? "No secret is listed here: type its name or ARN."
              : "No listed secret fits: what you typed is taken as it is."}
          </p>
        )}
    </div>
  );
}
