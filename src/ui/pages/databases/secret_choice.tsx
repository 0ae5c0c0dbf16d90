import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { databaseSecrets, DatabasesModel } from "../../../pages/databases/page.ts";
import { type Client, useRows } from "../../client/mod.ts";
import type { Looking } from "../../parts/resources/use_list.ts";
import { FIRST_VIEW, Icon, optionId, SearchField, VirtualOptions } from "../../system/mod.ts";
import { Marked } from "../../text/marked.tsx";

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** Picks one of the account's secrets, found by typing; what is in no list can be typed whole, as an ARN. */
export function SecretChoice(
  { client, looking, secret, onPick, onEnter }: {
    client: Client<DatabasesModel>;
    looking: Looking;
    /** The one that is picked; empty: none. */
    secret: string;
    onPick: (secret: string) => void;
    /** Enter means what is done with this one. */
    onEnter: (secret: string) => void;
  },
): JSX.Element {
  const [typed, setTyped] = useState(secret);
  const [at, setAt] = useState(0);
  const [view, setView] = useState(FIRST_VIEW);
  const found = useRows<typeof databaseSecrets>(client, "secrets", { ...looking, search: typed }, view);
  const count = found.total ?? found.rows.length;
  const here = found.rows[at - found.from];
  const chosen = here?.name ?? (found.state === "loading" ? "" : typed.trim());
  useLayoutEffect(() => onPick(chosen), [chosen]);
  /** The rows of what was typed may still be on their way. */
  const enter = async () => {
    const { rows, from } = await found.latest();
    onEnter(rows[at - from]?.name ?? typed.trim());
  };
  const box = useRef<HTMLDivElement>(null);
  // It opens where there may be no room for it in view.
  useEffect(() => {
    if (secret === "") box.current?.scrollIntoView({ block: "nearest" });
  }, [count > 0]);
  return (
    <div ref={box} class="secret-choice" role="group" aria-label="Secret of this account">
      <SearchField
        label="Secret, by its name"
        placeholder="Find a secret, or type its name or ARN"
        value={typed}
        controls={count > 0 ? "secret-choice" : undefined}
        active={here ? optionId("secret-choice", at) : undefined}
        onInput={(text) => {
          setTyped(text);
          setAt(0);
          setView(FIRST_VIEW);
        }}
        onKeyDown={(event) => {
          const steps = STEPS[event.key];
          if (event.key === "Enter") void enter();
          else if (steps === undefined) return;
          else setAt(Math.min(Math.max(at + steps, 0), Math.max(count - 1, 0)));
          event.preventDefault();
        }}
      />
      <p class="small quiet">One with the keys username and password.</p>
      {count > 0
        ? (
          <VirtualOptions
            id="secret-choice"
            label="Secrets of this account"
            count={count}
            active={at}
            row={(place) => {
              const row = found.rows[place - found.from];
              return row === undefined ? null : {
                content: (
                  <>
                    <Icon name="key" />
                    <span class="cut name grow" title={row.name}>
                      <Marked text={row.label ?? row.name} places={row.places} />
                    </span>
                    {row.label !== undefined && <span class="quiet small cut">{row.name}</span>}
                  </>
                ),
              };
            }}
            onPick={setAt}
            onView={setView}
          />
        )
        : (
          <p class="small quiet" role="status">
            {found.state === "loading"
              ? "Asking AWS for the secrets"
              : typed.trim() === ""
              ? "No secret is listed here: type its name or ARN."
              : "No listed secret fits: what you typed is taken as it is."}
          </p>
        )}
    </div>
  );
}
