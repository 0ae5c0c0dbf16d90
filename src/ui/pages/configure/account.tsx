import type { JSX } from "preact";
import type { AccountState, ActionState, ContextChoice } from "../../../core/state/state.ts";
import { Field, inputField, Notice } from "../../system/mod.ts";
import { accountTitle } from "../../text/format.ts";
import { Yours } from "./yours.tsx";

/** What the user chose; empty is as the extension says. */
export interface Choice {
  readonly account: string;
  readonly role: string;
  readonly region: string;
  /** True while the account is typed rather than picked. */
  readonly typed: boolean;
}

const TYPED = "typed";

/** The choice that is in force for an action. */
export function choiceOf(own: ContextChoice = {}, accounts: readonly AccountState[]): Choice {
  const account = own.account ?? "";
  const typed = account !== "" && !accounts.some(({ accountId }) => accountId === account);
  return { account, role: own.role ?? "", region: own.region ?? "", typed };
}

/** What is wrong with the choice, by its field. */
export function choiceProblem({ typed, account }: Choice): string | undefined {
  return typed && !/^\d{12}$/.test(account.trim()) ? "An account id has 12 digits" : undefined;
}

/** Account, role and region of one action: the user's go before the extension's. */
export function AccountFields(
  { action, accounts, choice, tried, onChange, onForget }: {
    action: ActionState;
    accounts: readonly AccountState[];
    choice: Choice;
    /** True once saving was tried: problems are shown from then on. */
    tried: boolean;
    onChange: (part: Partial<Choice>) => void;
    onForget: () => void;
  },
): JSX.Element {
  const { declared, saved } = action;
  const titleOf = (id: string) =>
    accountTitle({ id, name: accounts.find(({ accountId }) => accountId === id)?.name });
  const known = accounts.find(({ accountId }) => accountId === choice.account);
  const pick = (value: string) => {
    if (value === TYPED) onChange({ typed: true, account: "" });
    else onChange({ typed: false, account: value });
  };
  const otherwise = declared?.account
    ? `As the extension says: ${titleOf(declared.account)}`
    : "Ask at the next run";
  return (
    <>
      <Field
        field={inputField({
          key: "account",
          kind: "select",
          label: "Account",
          options: [
            { value: "", label: otherwise },
            ...accounts.map(({ accountId, env }) => ({
              value: accountId,
              label: titleOf(accountId) + (env === null ? "" : ` (${env})`),
            })),
            { value: TYPED, label: "Another account…" },
          ],
        })}
        value={choice.typed ? TYPED : choice.account}
        aside={(choice.typed || choice.account !== "") && <Yours onReset={() => pick("")} />}
        autoFocus
        onInput={pick}
      />
      {choice.typed && (
        <Field
          field={inputField({
            key: "accountId",
            label: "Account id",
            placeholder: "12 digits",
            required: true,
          })}
          value={choice.account}
          problem={tried ? choiceProblem(choice) : undefined}
          onInput={(account) => onChange({ account: account.replace(/[\s-]/g, "") })}
        />
      )}
      <div class="form-grid">
        <Field
          field={inputField({
            key: "role",
            label: "Role",
            placeholder: declared?.role ?? "Last used, or ask",
          })}
          value={choice.role}
          aside={choice.role !== "" && <Yours onReset={() => onChange({ role: "" })} />}
          onInput={(role) => onChange({ role })}
        />
        <Field
          field={inputField({
            key: "region",
            label: "Region",
            placeholder: (choice.account === "" ? declared?.region : known?.region) ?? "The account’s",
          })}
          value={choice.region}
          aside={choice.region !== "" && <Yours onReset={() => onChange({ region: "" })} />}
          onInput={(region) => onChange({ region })}
        />
      </div>
      {saved?.account && choice.account === "" && !declared?.account && (
        <Notice
          tone="info"
          message={`When it asked, you chose ${titleOf(saved.account)}${
            saved.role ? ` as ${saved.role}` : ""
          }.`}
        >
          <button type="button" class="link" onClick={onForget}>Ask again</button>
        </Notice>
      )}
    </>
  );
}
