import type { Server } from "../config/config.ts";
import type { AskLogin } from "./login/mod.ts";

/** A server as it is reached: with `trust` AWS must vouch for its certificate, else nobody does. */
export type ReachedServer = Server & { readonly trust?: "aws" };

/**
 * A server that was found elsewhere than in the configuration. Handed to the query windows
 * (`openFound` of `src/core/app/features/desks/desks.ts`) it is opened like those that are configured.
 */
export interface FoundServer {
  /**
   * How it is reached. Its name is shown, and its texts and history are kept under it: it is the same each time, and
   * that of no configured server.
   */
  readonly server: ReachedServer;
  /** Its environment label; `prd` is touched slowly. Null: its name may say it. */
  readonly env: string | null;
  /**
   * Where its logins come from. Asked for each new connection and never remembered, so that what is good for minutes is
   * fresh. What keeps it from giving one is thrown as a {@link LoginFailure}, which stands where the rows would.
   */
  readonly login: AskLogin<Server>;
}

/** Why a login cannot be had; no text holds a secret. */
export class LoginFailure extends Error {
  override readonly name = "LoginFailure";

  /** `hint`: the next step. */
  constructor(message: string, readonly hint: string) {
    super(message);
  }
}
