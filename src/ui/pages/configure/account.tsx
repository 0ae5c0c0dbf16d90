import type { JSX } from "preact";
import type { AccountContext } from "../../../core/accounts/context.ts";
import { decideContext } from "../../../core/actions/context/context.ts";
import { accountTitle } from "../../../core/accounts/words.ts";
import type { ActionState } from "../../../core/state/state.ts";
import type { NamedAccount } from "../../../pages/shown.ts";
import type { Client } from "../../client/mod.ts";
import { Field, inputField, Notice } from "../../system/mod.ts";
import { AccountControl } from "./account_control.tsx";
import { Yours } from "./yours.tsx";
import { isAccountId } from "../../../core/text/aws_names.ts";

/** The user's choice; an empty field keeps the extension's value. */
interface Choice extends AccountContext {
  /** The name of the account, when it was picked from the list here. */
  readonly name?: string;
}

/** Returns the current choice for an action. */
export function choiceOf({ account = "", role = "", region = "" }: Partial<AccountContext> = {}): Choice {
  return { account, role, region };
}

/** Returns the problem of the chosen account; undefined when there is none. */
export function choiceProblem({ account }: Choice): string | undefined {
  return account === "" || isAccountId(account) ? undefined : "An account id has 12 digits";
}

/** Returns the role and the region that a run takes for empty fields, as far as they are known here. */
export function usualParts(
  { account }: Choice,
  { declared = {}, saved = {} }: Pick<ActionState, "declared" | "saved">,
  accounts: readonly NamedAccount[],
): Partial<AccountContext> {
  const decision = decideContext({
    mode: "inherit",
    override: { account },
    declared,
    saved,
    // Pages do not know it.
    lastRole: () => undefined,
    accountRegion: (id) => accounts.find(({ accountId }) => accountId === id)?.region,
  });
  if (decision.kind === "none") return {};
  const { role, region }: Partial<AccountContext> = decision.kind === "decided" ? decision.context : decision;
  return { role, region };
}

/** Fields for account, role and region of one action. The user's values override the extension's. */
export function AccountFields(
  { action, accounts, choice, tried, client, onChange, onForget }: {
    action: ActionState;
    /** The known accounts that the action's overrides name. */
    accounts: readonly NamedAccount[];
    choice: Choice;
    /** Whether saving was tried. Problems are shown from then on. */
    tried: boolean;
    client: Pick<Client, "query">;
    onChange: (part: Partial<Choice>) => void;
    onForget: () => void;
  },
): JSX.Element {
  const { declared, saved } = action;
  const usual = usualParts(choice, action, accounts);
  const titleOf = (id: string, name = accounts.find(({ accountId }) => accountId === id)?.name) =>
    accountTitle(id, name);
  return (
    <>
      <Field
        field={inputField({
          key: "account",
          label: "Account",
          placeholder: declared?.account
            ? `As the extension says: ${titleOf(declared.account)}`
            : "Ask at the next run",
        })}
        value={choice.account}
        problem={tried ? choiceProblem(choice) : undefined}
        aside={choice.account !== "" && <Yours onReset={() => onChange({ account: "" })} />}
        autoFocus
        onInput={(text) => onChange({ account: text.replace(/[\s-]/g, ""), name: undefined })}
        control={(props) => (
          <AccountControl
            {...props}
            client={client}
            title={choiceProblem(choice) || choice.account === "" ? "" : titleOf(choice.account, choice.name)}
            onPick={(account, name) => onChange({ account, name })}
          />
        )}
      />
      <div class="form-grid">
        <Field
          field={inputField({
            key: "role",
            label: "Role",
            placeholder: usual.role ?? "Last used, or ask",
          })}
          value={choice.role}
          aside={choice.role !== "" && <Yours onReset={() => onChange({ role: "" })} />}
          onInput={(role) => onChange({ role })}
        />
        <Field
          field={inputField({
            key: "region",
            label: "Region",
            placeholder: usual.region ?? "The account’s",
          })}
          value={choice.region}
          aside={choice.region !== "" && <Yours onReset={() => onChange({ region: "" })} />}
          onInput={(region) => onChange({ region })}
        />
      </div>
      {saved?.account && choice.account === "" &&
        (!declared?.account || declared.account === saved.account) && (
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
