import type { Server } from "../../config/config.ts";
import type { AskLogin } from "../login/mod.ts";
import type { SpillFolder } from "../spill/mod.ts";

/** Dependencies of a tab. */
export interface TabParts {
  /** Returns the server as it is configured now. */
  readonly server: () => Server;
  readonly login: AskLogin<Server>;
  /** Returns the folder for the rows of results. */
  readonly spillFolder: () => Promise<SpillFolder>;
  /** Returns the number of rows fetched at a time. */
  readonly page: () => number;
  readonly now: () => number;
  readonly changed: () => void;
  /** Called when a statement has run to its end, and again when it was rolled back. */
  readonly ran: (sql: string, rolledBack?: true) => void;
  /** Called when Kedge itself failed at a statement; the error contains nothing of the statement's text. */
  readonly onError: (error: unknown) => void;
  /** Time in ms that rows wait until they are wanted; absent: the usual time. */
  readonly patience?: number;
}
