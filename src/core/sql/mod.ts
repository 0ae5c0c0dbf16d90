/** Servers of the user: trying them, and asking them. */
export type { ConnectionFailure } from "./failure.ts";
export { probeServer } from "./probe.ts";
export { testConnection } from "./test.ts";
