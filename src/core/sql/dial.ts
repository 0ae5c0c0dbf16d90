import type { Server } from "../config/config.ts";
import type { Secret } from "../secret.ts";
import type { Wire } from "./wire.ts";

/** What a driver needs to connect. */
export interface DialRequest {
  readonly server: Server;
  readonly user: string;
  readonly password: Secret;
  /** Undefined: none, which only MySQL knows. */
  readonly database: string | undefined;
  readonly wire: Wire;
  /** Aborted when the attempt is over in any way; the driver then lets go of the connection. */
  readonly over: AbortSignal;
}

/** Connects and returns what answered, for people: product, version, database. Rejects as the driver does. */
export type Dial = (request: DialRequest) => Promise<string>;
