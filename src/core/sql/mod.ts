/** Tests and probes of connections to the user's servers. */
export type { ConnectionFailure } from "./failure.ts";
export { probeServer } from "./probe.ts";
export { testConnection } from "./test.ts";
