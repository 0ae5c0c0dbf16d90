import type { ComponentChildren, JSX } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { isProduction } from "../../../core/accounts/environments.ts";
import { accountNumber } from "../../../core/accounts/words.ts";
import type { AccountHit } from "../../../core/find/rows.ts";
import type { NamedAccount } from "../../../pages/shown.ts";
import type { roles as rolesOfAccount } from "../../../pages/dialog/page.ts";
import { type Client, useRows } from "../../client/mod.ts";
import { AccountLine, unlisted, useAccounts } from "../../parts/accounts.tsx";
import { CheckBox } from "../../parts/check_box.tsx";
import { Field, inputField, optionId, Options, SearchField, usePicking } from "../../system/mod.ts";
import { QuestionFrame } from "./frame.tsx";
import type { DialogOf, Question } from "./question.ts";

/** Maximum roles listed, more than any user has in one account. */
const MAX_ROLES = 200;

/** The role that the user has chosen; `of` is its account, undefined while no account was chosen. */
interface WantedRole {
  readonly role: string;
  /** Whether the role was typed and not picked from the list. */
  readonly byHand: boolean;
  readonly of?: string;
}

/** Returns the chosen role if it was chosen for that account; a role of another account does not count. */
function roleFor(wanted: WantedRole | null, account: string | undefined): string | undefined {
  return wanted && (wanted.of === undefined || wanted.of === account) ? wanted.role : undefined;
}

/** Asks in which account, role and region an action runs. */
export function AccountDialog(
  { dialog, question, fixed, signIn, client }: {
    dialog: DialogOf<"account">;
    question: Question;
    /** The account that is already decided; null when the user decides. */
    fixed: NamedAccount | null;
    /** The reason why accounts may be missing, with a sign-in button. */
    signIn: ComponentChildren;
    client: Pick<Client, "query">;
  },
): JSX.Element {
  const [typed, setTyped] = useState("");
  const [wanted, setWanted] = useState<WantedRole | null>(
    dialog.role === undefined ? null : { role: dialog.role, byHand: false },
  );
  const [region, setRegion] = useState<string | null>(dialog.region ?? null);
  const [remember, setRemember] = useState(false);
  const [asked, setAsked] = useState(false);
  const found = useAccounts(client, typed, fixed === null);
  const list = useId();
  /** The preselected row: a match of the typed text, the only account, or the last used one unless it is production. */
  const usual = (rows: readonly AccountHit[]) => {
    const [first] = rows;
    const known = first?.last === true && !isProduction(first.env);
    return first && (typed !== "" || rows.length === 1 || known) ? 0 : -1;
  };
  const picking = usePicking(found, {
    keyOf: ({ accountId }) => accountId,
    question: typed,
    typed: typed !== "",
    usual,
  });
  const { at } = picking;
  const chosen: NamedAccount | undefined = fixed ?? found.rows[at] ?? unlisted(typed);
  const usedRegion = region ?? (chosen?.region || dialog.usualRegion || "");
  const known = useRows<typeof rolesOfAccount>(client, "roles", { account: chosen?.accountId ?? "" }, {
    count: chosen && dialog.roles.length === 0 ? MAX_ROLES : 0,
    live: false,
  });
  const offered = dialog.roles.length > 0 ? dialog.roles : known.current ? known.rows : [];
  /**
   * The roles offered by the run are the same in every account; any other role
   * belongs to the account it was chosen for.
   */
  const ownRole = (account: string | undefined) =>
    dialog.roles.length > 0 ? wanted?.role : roleFor(wanted, account);
  const own = ownRole(chosen?.accountId);
  /** Whether the roles of the chosen account are still loading. */
  const unknown = dialog.roles.length === 0 && !known.current;
  /**
   * Whether the user must choose a role: when the run offers several, or when a production account has
   * several, because there the last used role must not be assumed.
   */
  const asks = (account: NamedAccount | undefined) =>
    dialog.roles.length > 1 ||
    isProduction(account?.env ?? null) &&
      (account?.accountId !== chosen?.accountId || unknown || offered.length > 1);
  // The first role that an account offers is the last used one.
  const role = own ?? (asks(chosen) ? "" : offered[0] ?? "");
  // A field that the user types into must not become a list when roles arrive.
  const listed = offered.length > 0 && !(own !== undefined && wanted?.byHand);
  const inRole = useRef(false);
  inRole.current = document.activeElement?.getAttribute("name") === "role";
  // When roles arrive, a list replaces the field that had the focus.
  useLayoutEffect(() => {
    if (inRole.current) document.querySelector<HTMLElement>("[name=role]")?.focus();
  }, [listed]);
  const setRole = (role: string) => setWanted({ role, byHand: !listed, of: chosen?.accountId });

  /** Answers with the first account that matches the typed text, whose row may still be loading. */
  const submit = async () => {
    setAsked(true);
    const next = fixed ?? await picking.taken() ?? unlisted(typed);
    const itsRegion = region ?? (next?.region || dialog.usualRegion || "");
    // Enter may be pressed before its account is shown. Kedge then decides the role.
    const itsRole = next?.accountId === chosen?.accountId ? role : ownRole(next?.accountId) ?? "";
    const needsRole = itsRole === "" && next !== undefined && asks(next);
    if (!next || needsRole || itsRegion.trim() === "") {
      const missing = !next ? "[type=search]" : needsRole ? "[name=role]" : "[name=region]";
      document.querySelector<HTMLElement>(missing)?.focus();
      return;
    }
    question.answer({ account: next.accountId, role: itsRole.trim(), region: itsRegion.trim(), remember });
  };
  // A missing account is asked for first, because it determines role and region.
  const needed = (value: string) => asked && chosen && value.trim() === "" ? "Required." : undefined;
  return (
    <QuestionFrame
      question={question}
      marked="Run here"
      cancel="Cancel"
      incomplete={!chosen}
      onSubmit={() => void submit()}
    >
      <h2 class="words" id="question">
        {`Where should “${dialog.actionLabel}” of ${dialog.extensionName} run?`}
      </h2>
      {fixed ? <AccountLine account={{ ...fixed, matches: [] }} /> : (
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
              picking.begin();
            }}
            onKeyDown={(event) => void (picking.step(event) && event.preventDefault())}
          />
          <div class="account-list">
            <Options
              list={{ class: "scroll", tabIndex: -1 }}
              id={list}
              label="Accounts"
              items={found.rows}
              active={at}
              itemKey={({ accountId }) => accountId}
              onPick={(account) => picking.pick(found.rows.indexOf(account))}
              render={(account) => <AccountLine account={account} />}
            />
            {asked && !chosen && found.state !== "empty" && (
              <p class="danger-text small" role="alert">Choose the account: type, or use the arrow keys.</p>
            )}
            {found.failure && <p class="danger-text small">{found.failure.error}</p>}
            {found.state === "empty" && (
              <p class="quiet small">
                {chosen
                  ? `${accountNumber(chosen.accountId)} is not in config.json; its region is needed.`
                  : typed === ""
                  ? "No account is configured. Type one's 12 digits, or add it under “accounts” in config.json."
                  : `No account fits “${typed}”. All 12 digits of another one will do.`}
              </p>
            )}
          </div>
        </div>
      )}
      {signIn}
      <div class="pair">
        {listed
          ? (
            <Field
              field={inputField({
                key: "role",
                kind: "select",
                label: "Role",
                options: [...new Set(own ? [own, ...offered] : offered)].map((name) => ({
                  label: name,
                  value: name,
                })),
              })}
              value={role}
              autoFocus={fixed !== null}
              problem={needed(role)}
              onInput={setRole}
            />
          )
          : (
            <Field
              field={inputField({ key: "role", label: "Role", placeholder: "That of your credentials" })}
              value={role}
              autoFocus={fixed !== null}
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
      <CheckBox name="remember" label="Remember for the next run" on={remember} onChange={setRemember} />
    </QuestionFrame>
  );
}
