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
 * One account in `--accounts --json`: an environment that is only guessed is left out, for a script could not tell.
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
