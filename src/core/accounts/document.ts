import type { AccountState } from "../state/state.ts";

/** An account as the command line prints it. */
export interface AccountDocument {
  readonly accountId: string;
  readonly name?: string;
  readonly email?: string;
  readonly env: string | null;
  readonly region?: string;
  readonly configured: boolean;
  readonly roles: readonly string[];
}

/**
 * Returns one account of `--accounts --json`. A guessed environment is left out, because a script could not
 * tell a guess from a rule.
 */
export function accountDocument(account: AccountState): AccountDocument {
  const { accountId, name, email, env, envGuessed, region, configured, roles } = account;
  return {
    accountId,
    ...(name ? { name } : {}),
    ...(email ? { email } : {}),
    env: envGuessed ? null : env,
    ...(region ? { region } : {}),
    configured,
    roles,
  };
}
