import type { JSX } from "preact";
import { useId, useMemo, useState } from "preact/hooks";
import type { AccountState } from "../../../core/state/state.ts";
import {
  DialogFrame,
  EnvPill,
  Field,
  inputField,
  movedIndex,
  optionId,
  Options,
  SearchField,
} from "../../system/mod.ts";
import { compareEnvs } from "../../text/env.ts";
import { accountNumber } from "../../text/format.ts";
import { fuzzy, startsWords } from "../../text/fuzzy.ts";
import { Marked } from "../../text/marked.tsx";
import { Refused } from "./message.tsx";
import type { DialogOf, Question } from "./question.ts";
import { PausedNote } from "./who.tsx";

/** An account as it was found by typing. */
interface Hit {
  readonly account: AccountState;
  readonly places: readonly number[];
}

/** Rows are drawn for a person: more is found by typing more. */
const MOST = 200;

/** The accounts that fit what was typed, best first; all of them by environment and name when nothing was. */
export function findAccounts(accounts: readonly AccountState[], typed: string): Hit[] {
  const title = (account: AccountState) => account.name ?? accountNumber(account.accountId);
  const ordered = [...accounts].sort((a, b) => compareEnvs(a.env, b.env) || title(a).localeCompare(title(b)));
  const hits: (Hit & { score: number })[] = [];
  for (const account of ordered) {
    const own = fuzzy(typed, title(account));
    const around = `${title(account)} ${account.accountId} ${account.env ?? ""} ${account.email ?? ""}`;
    if (own) hits.push({ account, places: own.places, score: own.score });
    else if (startsWords(typed, around)) hits.push({ account, places: [], score: 0 });
  }
  return (typed.trim() === "" ? hits : hits.sort((a, b) => b.score - a.score)).slice(0, MOST);
}

/** An account that is not configured, by its whole number. */
export function unlisted(typed: string): AccountState | undefined {
  const accountId = typed.replace(/[\s-]/g, "");
  if (!/^\d{12}$/.test(accountId)) return undefined;
  return { accountId, env: null, region: "", secrets: [], ecsClusters: [] };
}

/** Which account, role and region an action runs in. */
export function AccountDialog(
  { dialog, question }: { dialog: DialogOf<"account">; question: Question },
): JSX.Element {
  const fixed = dialog.accounts.find(({ accountId }) => accountId === dialog.account);
  const [typed, setTyped] = useState("");
  const [picked, setPicked] = useState<string | null>(dialog.account ?? null);
  const [role, setRole] = useState(dialog.role ?? (dialog.roles.length === 1 ? dialog.roles[0] ?? "" : ""));
  const [region, setRegion] = useState<string | null>(dialog.region ?? null);
  const [remember, setRemember] = useState(false);
  const [asked, setAsked] = useState(false);
  const hits = useMemo(() => findAccounts(dialog.accounts, typed), [dialog.accounts, typed]);
  const list = useId();
  const picking = hits.findIndex(({ account }) => account.accountId === picked);
  // Nothing is chosen for the user, unless typing or a single account leaves no doubt.
  const at = picking >= 0 ? picking : hits.length > 0 && (typed !== "" || hits.length === 1) ? 0 : -1;
  const chosen = fixed ?? hits[at]?.account ?? unlisted(typed);
  const usedRegion = region ?? chosen?.region ?? "";
  const submit = () => {
    setAsked(true);
    const needsRole = dialog.roles.length > 0 && role === "";
    if (!chosen || needsRole || usedRegion.trim() === "") {
      const missing = !chosen ? "[type=search]" : needsRole ? "[name=role]" : "[name=region]";
      document.querySelector<HTMLElement>(missing)?.focus();
      return;
    }
    question.answer({ account: chosen.accountId, role: role.trim(), region: usedRegion.trim(), remember });
  };
  const needed = (value: string) => asked && value.trim() === "" ? "This is needed." : undefined;
  return (
    <DialogFrame
      who={question.who}
      marked="Run here"
      cancel="Cancel"
      busy={question.busy}
      note={<PausedNote paused={question.paused} />}
      onSubmit={submit}
      onCancel={() => question.answer(null)}
    >
      <h2 class="words" id="question">
        {`Where should “${dialog.actionLabel}” of ${dialog.extensionName} run?`}
      </h2>
      {fixed ? <Account hit={{ account: fixed, places: [] }} /> : (
        <div class="column">
          <SearchField
            label="Find an account"
            placeholder="Name, number or environment"
            value={typed}
            autoFocus
            controls={list}
            active={at >= 0 ? optionId(list, at) : undefined}
            onInput={(text) => {
              setTyped(text);
              setPicked(null);
            }}
            onKeyDown={(event) => {
              const next = movedIndex(event.key, at, hits.length, 5);
              if (next === null) return;
              event.preventDefault();
              setPicked(hits[next]?.account.accountId ?? null);
            }}
          />
          <div class="scroll account-list">
            <Options
              id={list}
              label="Accounts"
              items={hits}
              active={at}
              itemKey={({ account }) => account.accountId}
              onPick={({ account }) => setPicked(account.accountId)}
              render={(hit) => <Account hit={hit} />}
            />
            {hits.length === 0 && (
              <p class="quiet small">
                {chosen
                  ? `${accountNumber(chosen.accountId)} is not in config.json; its region is needed.`
                  : dialog.accounts.length === 0
                  ? "No account is configured. Type one's 12 digits, or add it under “accounts” in config.json."
                  : `No account fits “${typed}”. All 12 digits of another one will do.`}
              </p>
            )}
          </div>
        </div>
      )}
      <div class="pair">
        {dialog.roles.length > 0
          ? (
            <Field
              field={inputField({
                key: "role",
                kind: "select",
                label: "Role",
                options: dialog.roles.map((name) => ({ label: name, value: name })),
              })}
              value={role}
              autoFocus={fixed !== undefined}
              problem={needed(role)}
              onInput={setRole}
            />
          )
          : (
            <Field
              field={inputField({ key: "role", label: "Role", placeholder: "That of your credentials" })}
              value={role}
              autoFocus={fixed !== undefined}
              onInput={setRole}
            />
          )}
        <Field
          field={inputField({ key: "region", label: "Region" })}
          value={usedRegion}
          problem={needed(usedRegion)}
          onInput={setRegion}
        />
      </div>
      <Field
        field={inputField({ key: "remember", kind: "checkbox", label: "Remember for the next run" })}
        value={String(remember)}
        onInput={(value) => setRemember(value === "true")}
      />
      <Refused question={question} />
    </DialogFrame>
  );
}

function Account({ hit: { account, places } }: { hit: Hit }): JSX.Element {
  const number = accountNumber(account.accountId);
  return (
    <div class="row grow">
      <span class="cut">
        <Marked text={account.name ?? number} places={places} />
      </span>
      <span class="quiet small numbers grow">{account.name === undefined ? "" : number}</span>
      <EnvPill env={account.env} />
    </div>
  );
}
