import type { Called } from "../../core/platform/peer/unix.ts";

/** The address where the first Kedge of a home listens for later starts. */
export interface Endpoint {
  /**
   * Starts to listen, and replaces the address of a Kedge that was killed. Only the holder of the home's lock
   * may call this.
   */
  listen(): Promise<Listening>;
  /** Connects to the listener. Throws when there is none. */
  connect(): Promise<Deno.Conn>;
}

/** An address that is listened at. */
export interface Listening {
  readonly listener: AsyncIterable<Deno.Conn>;
  /** Returns which process made a connection; call it before any other use of the connection. */
  caller(connection: Deno.Conn): Called | Promise<Called>;
  /**
   * Secret that both sides must prove to know before they exchange messages; empty where the system keeps
   * other users out.
   */
  readonly secret: string;
  close(): Promise<void>;
}
