import type { Portal } from "../session/token_entries.ts";
import type { PortalAccount } from "./portal.ts";
import { isAccountId } from "../../text/aws_names.ts";
import { fieldsOf, jsonOrNull } from "../../json_values.ts";

/** An account of the portal, with its roles if they are known. */
export interface AccountWithRoles extends PortalAccount {
  readonly roles?: readonly string[];
}

/** The content of the file of a portal's accounts. Times are ms since 1970. */
export interface CachedAccounts {
  readonly listedAt: number | null;
  readonly accounts: readonly AccountWithRoles[];
  /** Accounts that the portal once listed, kept for their names. */
  readonly former: readonly PortalAccount[];
}

/** Returns the path of the file of a portal's accounts in a folder. */
export async function accountsFile(folder: string, { startUrl, region }: Portal): Promise<string> {
  const name = new TextEncoder().encode(`${region} ${startUrl}`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", name));
  return `${folder}/accounts-${digest.toHex().slice(0, 16)}.json`;
}

/** Version of the file format. Files of another version are ignored. */
const FORMAT = 1;

/** Returns the text of the file. Each role name is written once, and accounts refer to it by index. */
export function writeAccounts({ listedAt, accounts, former }: CachedAccounts): string {
  const indexes = new Map<string, number>();
  const indexOf = (role: string) => {
    const known = indexes.get(role);
    if (known !== undefined) return known;
    indexes.set(role, indexes.size);
    return indexes.size - 1;
  };
  const rows = accounts.map(({ id, name, email, roles }) => [
    id,
    name ?? null,
    email ?? null,
    roles?.map(indexOf) ?? null,
  ]);
  const gone = former.map(({ id, name, email }) => [id, name ?? null, email ?? null, null]);
  return JSON.stringify({
    format: FORMAT,
    listedAt,
    roles: [...indexes.keys()],
    accounts: rows,
    former: gone,
  });
}

/** Reads the file; null when it has another format. Invalid parts are left out. */
export function parseAccounts(text: string): CachedAccounts | null {
  const { format, listedAt, roles, accounts, former } = fieldsOf(jsonOrNull(text));
  if (format !== FORMAT || !Array.isArray(roles) || !Array.isArray(accounts)) return null;
  const names: readonly unknown[] = roles;
  const read = (rows: readonly unknown[]) =>
    rows.flatMap((row) => Array.isArray(row) ? account(row, names) : []);
  return {
    listedAt: typeof listedAt === "number" && Number.isFinite(listedAt) ? listedAt : null,
    accounts: read(accounts),
    former: Array.isArray(former) ? read(former) : [],
  };
}

function account(
  [id, name, email, indexes]: readonly unknown[],
  names: readonly unknown[],
): AccountWithRoles[] {
  if (typeof id !== "string" || !isAccountId(id)) return [];
  const roles = Array.isArray(indexes)
    ? indexes.map((index) => names[index as number]).filter((role) => typeof role === "string")
    : undefined;
  return [{
    id,
    ...(typeof name === "string" ? { name } : {}),
    ...(typeof email === "string" ? { email } : {}),
    ...(roles ? { roles } : {}),
  }];
}
