import type { AccountDocument } from "../../core/accounts/mod.ts";
import { accountNumber } from "../../core/accounts/words.ts";
import type { AccountAnswer, AccountQuestion } from "../../core/actions/run/surface.ts";
import { fit, haystack, typedWords } from "../../core/find/matcher.ts";
import { oneLine } from "../../core/text/outside.ts";
import { isAccountId } from "../../core/text/aws_names.ts";
import { isYes } from "../question.ts";

/** Accounts and roles to choose from. */
export interface AccountChoices {
  /** Returns the accounts, in the order of every list of accounts. */
  accounts(signal: AbortSignal): Promise<readonly AccountDocument[]>;
  /** Returns the roles of an account, the last used one first. */
  roles(account: string, signal: AbortSignal): Promise<readonly string[]>;
}

/** A terminal to ask on. `line` resolves with null when the user cancels. */
interface Asking {
  line(question: string): Promise<string | null>;
  say(text: string): void;
}

/** Maximum accounts shown at once; typing finds the others. */
const SHOWN = 20;

/**
 * Asks for the account, role and region of an action. The user chooses an account by its number in the list,
 * its name or its 12 digits. Returns null when the user cancels.
 */
export async function askAccount(
  question: AccountQuestion,
  choices: AccountChoices,
  asking: Asking,
  signal: AbortSignal,
): Promise<AccountAnswer | null> {
  const all = await choices.accounts(signal);
  const account = question.account ?? await pickAccount(all, asking);
  if (account === null) return null;
  const role = question.role ?? await pickRole(question, account, choices, asking, signal);
  if (role === null) return null;
  const usual = all.find(({ accountId }) => accountId === account)?.region || question.usualRegion;
  const region = question.region ?? await asking.line(`Region${usual ? ` [${oneLine(usual)}]` : ""}: `);
  if (region === null) return null;
  const remember = await asking.line("Remember for the next run? [y/N] ");
  return {
    account,
    role,
    region: region.trim() || (usual ?? ""),
    remember: isYes(remember ?? ""),
  };
}

async function pickAccount(
  all: readonly AccountDocument[],
  { line, say }: Asking,
): Promise<string | null> {
  let offered = all;
  for (;;) {
    offered.slice(0, SHOWN).forEach((account, at) =>
      say(`  ${String(at + 1).padStart(2)}) ${words(account)}`)
    );
    if (offered.length > SHOWN) say(`  and ${offered.length - SHOWN} more: type a part of a name`);
    const prompt = all.length > 0 ? "Account (number, name or 12 digits): " : "Account id: ";
    const typed = (await line(prompt))?.trim();
    if (typed === undefined) return null;
    if (isAccountId(typed) || all.length === 0) return typed;
    const picked = /^\d{1,2}$/.test(typed) ? offered.slice(0, SHOWN)[Number(typed) - 1] : undefined;
    if (picked) return picked.accountId;
    const search = typedWords(typed);
    const found = all.filter((one) => fit(search, haystack(words(one), one.email ?? "")) !== null);
    if (found.length === 1) {
      say(`  ${words(found[0]!)}`);
      return found[0]!.accountId;
    }
    if (found.length === 0) say(`  No account fits “${oneLine(typed)}”.`);
    offered = found.length > 0 ? found : all;
  }
}

/** Returns environment, name and number of an account on one line; its email replaces a missing name. */
function words({ env, name, email, accountId }: AccountDocument): string {
  const called = [env ? `[${env}]` : "", name ?? "", accountNumber(accountId), name ? "" : email ?? ""];
  return oneLine(called.filter(Boolean).join(" "));
}

async function pickRole(
  { roles: offered }: AccountQuestion,
  account: string,
  choices: AccountChoices,
  { line, say }: Asking,
  signal: AbortSignal,
): Promise<string | null> {
  const known = await choices.roles(account, signal);
  const used = known.filter((role) => offered.includes(role));
  const roles = offered.length > 0 ? [...new Set([...used, ...offered])] : known;
  if (roles.length === 0) {
    const typed = await line("Role (empty: that of your credentials): ");
    return typed === null ? null : typed.trim();
  }
  roles.forEach((role, at) => say(`  ${String(at + 1).padStart(2)}) ${oneLine(role)}`));
  for (;;) {
    const typed = (await line(`Role [${oneLine(roles[0]!)}]: `))?.trim();
    if (typed === undefined) return null;
    if (typed === "") return roles[0]!;
    if (!/^\d+$/.test(typed)) return typed;
    const picked = roles[Number(typed) - 1];
    if (picked !== undefined) return picked;
    say(`  No role has the number ${typed}.`);
  }
}
