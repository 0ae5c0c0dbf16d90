/** Signed lists of bundles: reading, trust, newer versions, withdrawals, publishing. */
export { isExpired } from "./accept.ts";
export { isCatalogueError } from "./error.ts";
export { fingerprint } from "./keys.ts";
export { type Offer, offersOf } from "./offers.ts";
export { verifySignature } from "./ssh_keygen.ts";
export type { StoredCatalogue } from "./store.ts";
