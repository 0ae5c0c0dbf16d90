import type { TunnelTraffic } from "../ways/tunnel.ts";

/** A port of this computer that leads to a database over its way, for the user's other programs. */
export interface TunnelState {
  readonly id: string;
  /** The server's name in the configuration, or what the database is called in its account. */
  readonly name: string;
  /** Engine and address, for people. */
  readonly to: string;
  /** Through what it leads, for people. */
  readonly via: string;
  readonly env: string | null;
  /** `failed`: the way did not come about; `fault` says why. */
  readonly status: "opening" | "open" | "failed";
  /** What is done while it is opened. */
  readonly step: string;
  /** When that began, ms since 1970. */
  readonly since: number;
  /** The port of 127.0.0.1; null until it is open. */
  readonly port: number | null;
  /** The line of the server's own client; empty until it is open. */
  readonly line: string;
  readonly traffic: TunnelTraffic;
  /** Why it did not come about, or a connection through it did not; absent once one has. */
  readonly fault?: { readonly message: string; readonly hint?: string };
}

/** Nothing yet. */
export const NO_TRAFFIC: TunnelTraffic = { connections: 0, sent: 0, received: 0 };
