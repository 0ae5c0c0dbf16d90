import type { JSX } from "preact";
import type { AccountState } from "../../../core/state/state.ts";
import { EnvPill, Icon } from "../../system/mod.ts";
import type { Entry } from "../../text/document.ts";
import { count } from "../../text/format.ts";
import { textOf } from "./values.ts";

/** Whether a search fits an entry: any of its own values, or the name of its account. */
export function matches(entry: Entry, search: string, accounts: readonly AccountState[]): boolean {
  const wanted = search.trim().toLowerCase();
  if (wanted === "") return true;
  const values = [...Object.values(entry).map(textOf), knownOf(entry, accounts)?.name ?? ""];
  return values.some((value) => value.toLowerCase().includes(wanted));
}

/** One entry in one line: what it is called first, then what tells it from others. */
export function Summary(
  { list, entry, accounts, wrong }: {
    list: string;
    entry: Entry;
    accounts: readonly AccountState[];
    wrong: boolean;
  },
): JSX.Element {
  return (
    <>
      {wrong && (
        <span title="Something is wrong here" class="danger-text">
          <Icon name="error" />
          <span class="aside">Something is wrong here.</span>
        </span>
      )}
      {list === "accounts"
        ? <Account entry={entry} known={knownOf(entry, accounts)} />
        : list === "servers"
        ? <Server entry={entry} />
        : <Rule entry={entry} />}
    </>
  );
}

function knownOf(entry: Entry, accounts: readonly AccountState[]): AccountState | undefined {
  return accounts.find(({ accountId }) => accountId === entry.accountId);
}

function Account({ entry, known }: { entry: Entry; known: AccountState | undefined }): JSX.Element {
  const many = (key: string, word: string) =>
    Array.isArray(entry[key]) && entry[key].length > 0 ? count(entry[key].length, word) : "";
  return (
    <>
      {known?.name && <span class="name cut">{known.name}</span>}
      <span class={`mono${known?.name ? " quiet" : ""}`}>{textOf(entry.accountId) || "no id"}</span>
      <EnvPill env={textOf(entry.env) || (known?.env ?? null)} />
      <span class="quiet cut">{textOf(entry.region)}</span>
      <span class="grow" />
      <span class="quiet small numbers">
        {[many("secrets", "secret"), many("ecsClusters", "cluster")].filter(Boolean).join(", ")}
      </span>
    </>
  );
}

function Server({ entry }: { entry: Entry }): JSX.Element {
  return (
    <>
      <span class="name cut">{textOf(entry.name) || "no name"}</span>
      <span class="quiet cut">{`${textOf(entry.engine)} · ${textOf(entry.host)}:${textOf(entry.port)}`}</span>
    </>
  );
}

function Rule({ entry }: { entry: Entry }): JSX.Element {
  const [name, email] = [textOf(entry.matchName), textOf(entry.matchEmail)];
  return (
    <>
      <EnvPill env={textOf(entry.env) || null} />
      <span class="cut">
        {name !== "" && (
          <>
            name <code>{name}</code>
          </>
        )}
        {name !== "" && email !== "" && " or "}
        {email !== "" && (
          <>
            email <code>{email}</code>
          </>
        )}
      </span>
    </>
  );
}
