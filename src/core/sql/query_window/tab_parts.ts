import type { Server } from "../../config/config.ts";
import type { AskLogin } from "../login/mod.ts";
import type { SpillFolder } from "../spill/mod.ts";

/** What a tab needs. */
export interface TabParts {
  /** As it is now. */
  readonly server: () => Server;
  readonly login: AskLogin<Server>;
  /** Where rows are spilled to. */
  readonly spillFolder: () => Promise<SpillFolder>;
  /** Rows that are fetched at a time. */
  readonly page: () => number;
  readonly now: () => number;
  readonly changed: () => void;
  /** A statement has run to its end. */
  readonly ran: (sql: string, rolledBack?: true) => void;
  /** Kedge itself failed at a statement; nothing of the statement's text is in it. */
  readonly onError: (error: unknown) => void;
  /** How long rows may wait, in ms, where it is not as usual. */
  readonly patience?: number;
}
