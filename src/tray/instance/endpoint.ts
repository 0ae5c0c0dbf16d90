import type { Called } from "../../core/platform/peer/unix.ts";

/** Where the first Kedge of a home listens for later starts. */
export interface Endpoint {
  /** Begins to listen, taking the place of one that died. Only the holder of the home's lock may. */
  listen(): Promise<Listening>;
  /** Connects to the listener. Throws when there is none. */
  connect(): Promise<Deno.Conn>;
}

/** A place that is listened at. */
export interface Listening {
  readonly listener: AsyncIterable<Deno.Conn>;
  /** Who made a connection; asked before anything else is done once the listener has given it. */
  caller(connection: Deno.Conn): Called | Promise<Called>;
  /** What both sides must prove to know before anything is said; empty where the system already keeps others out. */
  readonly secret: string;
  close(): Promise<void>;
}
