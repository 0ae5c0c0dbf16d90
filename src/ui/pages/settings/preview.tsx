import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { environmentInName } from "../../../core/accounts/environments.ts";
import type { Diagnostic } from "../../../core/diagnostic.ts";
import type { namedAccounts, rulesVersion } from "../../../pages/settings/page.ts";
import { type Client, useRows } from "../../client/mod.ts";
import { useAnswer } from "../../page.ts";
import { EnvPill, Field, inputField, Notice } from "../../system/mod.ts";
import type { ListEntry } from "../../../core/config/document.ts";

/** Milliseconds that typing must pause before the rules are tried. */
const PAUSE = 150;
/** Maximum accounts whose labels are shown. */
const SHOWN = 200;

interface Label {
  readonly env: string | null;
  readonly rule: number | null;
}

interface Tried {
  readonly labels: readonly Label[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A rule that is being edited, and its index in the list. */
interface RuleDraft {
  readonly at: number;
  readonly rule: ListEntry;
}

/** Shows how the rules label the known accounts and a name to try. Kedge evaluates the rules, under a time limit. */
export function RulesPreview(
  { draft, client }: { draft?: RuleDraft; client: Pick<Client, "send" | "query"> },
): JSX.Element {
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const named = useRows<typeof namedAccounts>(client, "namedAccounts", {}, { count: SHOWN });
  const known = named.rows;
  const tried = useTried(client, draft, [{ name, email }, ...known]);
  const typed = name === "" && email === "" ? undefined : tried?.labels[0];
  return (
    <section class="column preview" aria-label="What the rules do">
      <h2>What the rules do</h2>
      <div class="form-grid">
        <Field
          field={inputField({ key: "try-name", label: "Try a name", placeholder: "shop-production" })}
          value={name}
          onInput={setName}
        />
        <Field
          field={inputField({ key: "try-email", label: "and an email", placeholder: "aws+shop@example.com" })}
          value={email}
          onInput={setEmail}
        />
      </div>
      <div class="row" role="status">
        {typed === undefined
          ? <span class="quiet small">Type a name to see which rule decides.</span>
          : <Decided label={typed} name={name} />}
      </div>
      {tried?.diagnostics.map(({ message, hint }, index) => (
        <Notice key={index} tone="caution" message={message} hint={hint} />
      ))}
      {known.length > 0 && (
        <ul role="list" class="labelled" tabIndex={0} aria-label="Accounts and their labels">
          {known.map((account, index) => (
            <li class="row" key={account.accountId}>
              <span class="cut grow">{account.name ?? account.email}</span>
              {account.email && account.name && <span class="quiet small cut">{account.email}</span>}
              {tried?.labels[index + 1]
                ? <Decided label={tried.labels[index + 1]!} name={account.name} />
                : <span class="quiet small">…</span>}
            </li>
          ))}
        </ul>
      )}
      {named.state === "empty" && (
        <p class="quiet small">Names of accounts are known after signing in; then they are listed here.</p>
      )}
    </section>
  );
}

function Decided({ label, name = "" }: { label: Label; name?: string }): JSX.Element {
  const guessed = environmentInName(name);
  if (label.rule === null && guessed !== null) {
    return (
      <>
        <EnvPill env={guessed} guessed />
        <span class="quiet small">guessed from the name</span>
      </>
    );
  }
  if (label.rule === null) return <span class="quiet small">no rule matches</span>;
  return (
    <>
      <EnvPill env={label.env} />
      <span class="quiet small numbers">rule {label.rule + 1}</span>
    </>
  );
}

/** Returns what the rules give the candidates, tried again when the rules or the candidates change. */
function useTried(
  client: Pick<Client, "send" | "query">,
  draft: RuleDraft | undefined,
  candidates: readonly { readonly name?: string; readonly email?: string }[],
): Tried | undefined {
  const [version] = useRows<typeof rulesVersion>(client, "rulesVersion", {}, { count: 1 }).rows;
  const accounts = candidates.map(({ name, email }) => ({
    ...(name && { name: name.slice(0, 300) }),
    ...(email && { email: email.slice(0, 300) }),
  }));
  const question = JSON.stringify({ draft, accounts });
  const ask = async () => {
    const result = await client.send({
      name: "tryRules",
      ...JSON.parse(question) as {
        draft?: { at: number; rule: Record<string, never> };
        accounts: typeof accounts;
      },
    });
    return result.ok ? result.value as Tried : undefined;
  };
  return useAnswer(ask, [question, version], PAUSE);
}
