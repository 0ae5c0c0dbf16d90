import { isAccountId } from "../../text/aws_names.ts";
import { listedNames } from "../../text/shorten.ts";

/** An account and the name that the portal gives it. */
interface NamedAccount {
  readonly id: string;
  readonly name?: string;
}

/** The name of a profile, and why it is not the usual one. */
interface ChosenName {
  readonly name: string;
  readonly told?: string;
}

/**
 * Returns the name of a profile for an account and role, in characters that every AWS tool accepts. The
 * account's number replaces a name of which no letter or digit is left, and one that looks like a number of
 * an account.
 */
export function profileName(account: NamedAccount, role: string): string {
  // AWS's tools differ in which characters beyond ASCII they accept.
  const name = (account.name ?? "").normalize("NFD").replace(/\p{M}+/gu, "").replace(/[^\s -~]/g, "_")
    .replace(/[^\w@%+.:-]+/g, "-").replace(/^-+|-+$/g, "");
  return `${/[A-Za-z0-9]/.test(name) && !isAccountId(name) ? name : account.id}/${role}`;
}

/**
 * Makes the function that names the profiles of roles. The account's number replaces a name that several of
 * `accounts` would share, or that a profile of another role has, so that no profile changes its account.
 * `written` has the roles of the profiles that call Kedge, as `ACCOUNT/ROLE`, by the profiles' names. A role
 * keeps the profile that Kedge wrote for it, because scripts use its name.
 */
export function profileNamer(
  accounts: readonly NamedAccount[],
  written: ReadonlyMap<string, string>,
): (id: string, role: string) => ChosenName {
  // Names that differ only in upper and lower case are mistaken for each other.
  const keyOf = (account: NamedAccount) => profileName(account, "").toLowerCase();
  const alike = Map.groupBy(accounts, keyOf);
  const byId = new Map(accounts.map((account) => [account.id, account]));
  // Users may have named others themselves, such as their default profile.
  const kept = new Map(
    [...written].reverse().filter(([name, target]) => name.endsWith(target.slice(target.indexOf("/"))))
      .map(([name, target]) => [target, name]),
  );
  return (id, role) => {
    const target = `${id}/${role}`;
    const account = byId.get(id) ?? { id };
    const sharing = alike.get(keyOf(account)) ?? [];
    const usual = sharing.length > 1 ? target : profileName(account, role);
    if (written.get(usual) === target) return { name: usual };
    const before = kept.get(target);
    if (before !== undefined) return { name: before, told: `${target} keeps its profile ${before}` };
    const other = written.get(usual);
    if (other !== undefined) {
      return { name: target, told: `profile ${usual} is of ${other}, so that of ${target} has its number` };
    }
    if (sharing.length < 2) return { name: usual };
    const numbers = listedNames(sharing.map(({ id }) => id));
    return { name: usual, told: `accounts ${numbers} share a name, so their profiles have their numbers` };
  };
}
