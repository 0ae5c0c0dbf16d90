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

/** What `--accounts --json` says of one account. */
export function accountDocument(account: AccountState): AccountDocument {
  const { accountId, name, email, env, region, configured, roles } = account;
  return {
    accountId,
    ...(name ? { name } : {}),
    ...(email ? { email } : {}),
    env,
    ...(region ? { region } : {}),
    configured,
    roles,
  };
}
