/** AWS accounts: those of the configuration and of every source in one list, labelled with their environments. */
export { type Accounts, createAccounts } from "./accounts.ts";
export { type AccountDocument, accountDocument } from "./document.ts";
export { compareEnvironments } from "./environments.ts";
export { usualRegion } from "./region.ts";
export { accountTitle } from "./words.ts";
export type { AccountSource, FoundAccount, NameMemory } from "./source.ts";
