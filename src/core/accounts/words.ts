import { isAccountId } from "../text/aws_names.ts";

/** `123456789012` as `1234 5678 9012`, the way people read numbers of accounts aloud. */
export function accountNumber(id: string): string {
  return isAccountId(id) ? `${id.slice(0, 4)} ${id.slice(4, 8)} ${id.slice(8)}` : id;
}

/** The name of an account where there is room for one word: its name, else its number. */
export function accountName(
  { name, accountId }: { readonly name?: string; readonly accountId: string },
): string {
  return name ?? accountNumber(accountId);
}

/** Whether the typed text is the requested name; the number of an account may be typed without its spaces. */
export function isNameTyped(typed: string | undefined, name: string): boolean {
  return typed === name || (typed !== undefined && accountNumber(typed) === name);
}

/** Names before numbers: `shop-production · 1234 5678 9012`. */
export function accountTitle(id: string, name?: string): string {
  const number = accountNumber(id);
  return name ? `${name} · ${number}` : number;
}
