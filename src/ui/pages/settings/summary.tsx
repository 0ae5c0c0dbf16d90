import type { JSX } from "preact";
import { accountNumber } from "../../../core/accounts/words.ts";
import type { NamedAccount } from "../../../pages/shown.ts";
import { address, engineFacts } from "../../../core/sql/engines/mod.ts";
import { EnvPill, Icon } from "../../system/mod.ts";
import { type ListEntry, typedText } from "../../../core/config/document.ts";
import { count } from "../../text/format.ts";

/** One entry in one line: its name first, then what distinguishes it from others. */
export function Summary(
  { list, entry, known, wrong }: {
    list: string;
    entry: ListEntry;
    /** The account of the entry with its name and environment; null when it is unknown. */
    known: NamedAccount | null;
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
        ? <Account entry={entry} known={known} />
        : list === "servers"
        ? <Server entry={entry} />
        : <Rule entry={entry} />}
    </>
  );
}

function Account({ entry, known }: { entry: ListEntry; known: NamedAccount | null }): JSX.Element {
  const many = (key: string, word: string) =>
    Array.isArray(entry[key]) && entry[key].length > 0 ? count(entry[key].length, word) : "";
  return (
    <>
      {known?.name && <span class="name cut">{known.name}</span>}
      <span class={`numbers${known?.name ? " quiet" : ""}`}>
        {accountNumber(typedText(entry.accountId)) || "no id"}
      </span>
      <EnvPill env={typedText(entry.env) || (known?.env ?? null)} />
      <span class="quiet cut">{typedText(entry.region)}</span>
      <span class="grow" />
      <span class="quiet small numbers">
        {[many("secrets", "secret"), many("ecsClusters", "cluster")].filter(Boolean).join(", ")}
      </span>
    </>
  );
}

function Server({ entry }: { entry: ListEntry }): JSX.Element {
  const [engine, host, database] = [entry.engine, entry.host, entry.database].map(typedText);
  const facts = engineFacts(engine);
  const port = typeof entry.port === "number" ? entry.port : facts?.port;
  // An incomplete address is shown as far as it was entered.
  const hostAndPort = host && port !== undefined
    ? address({ host, port, ...(database && { database }) })
    : host;
  const where = [facts?.name ?? engine, hostAndPort].filter(Boolean).join(" · ");
  return (
    <>
      <span class="name cut">{typedText(entry.name) || "no name"}</span>
      <span class="quiet cut">{where}</span>
    </>
  );
}

function Rule({ entry }: { entry: ListEntry }): JSX.Element {
  const [name, email] = [typedText(entry.matchName), typedText(entry.matchEmail)];
  return (
    <>
      <EnvPill env={typedText(entry.env) || null} />
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
