import { isAccountId } from "../text/aws_names.ts";

/** Formats `123456789012` as `1234 5678 9012`, the groups in which people read account IDs aloud. */
export function accountNumber(id: string): string {
  return isAccountId(id) ? `${id.slice(0, 4)} ${id.slice(4, 8)} ${id.slice(8)}` : id;
}

/** Returns a short name of an account: the account's name, else its ID. */
export function accountName(
  { name, accountId }: { readonly name?: string; readonly accountId: string },
): string {
  return name ?? accountNumber(accountId);
}

/** Whether the typed text is the requested name. An account ID may be typed without spaces. */
export function isNameTyped(typed: string | undefined, name: string): boolean {
  return typed === name || (typed !== undefined && accountNumber(typed) === name);
}

/** Puts the name before the account ID: `shop-production · 1234 5678 9012`. */
export function accountTitle(id: string, name?: string): string {
  const number = accountNumber(id);
  return name ? `${name} · ${number}` : number;
}
