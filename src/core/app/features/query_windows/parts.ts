import type { Server } from "../../../config/config.ts";
import type { QueryTexts, QueryWindow, ServerCatalog } from "../../../sql/query_window/types.ts";
import type { AskLogin } from "../../../sql/login/mod.ts";
import type { PastQuery, QueryWindowState } from "../../../state/query_window.ts";
import type { Writing } from "../../../state/store.ts";
import type { CommandResult } from "../../../result.ts";
import type { KnownTable } from "../../../state/known_tables.ts";
import type { TablesFile } from "./known_tables.ts";
import type { Windows } from "../../windows.ts";
import type { Dialogs } from "../dialogs/dialogs.ts";
import type { ServerEnvironments } from "../servers/environments.ts";
import type { AssistantWords } from "./asking.ts";

/** Services outside of the application that query windows use. `sql` loads the SQL engine for the first window. */
export interface QueryServices {
  /** Reads the statements that were saved or run on servers. */
  readonly pastQueries: (
    servers: readonly Pick<Server, "name" | "engine">[],
  ) => Promise<readonly PastQuery[]>;
  /** Moves the saved texts of a server to its new name. */
  readonly renameQueries: (from: string, to: string) => Promise<void>;
  readonly sql: () => Promise<QueryTools>;
  readonly tables: TablesFile;
  readonly assistant: () => Promise<AssistantWords>;
  /** Opens a file with the system's program for it, or opens a folder. */
  readonly openPath: (path: string) => Promise<CommandResult>;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** The dependencies of query windows inside the application. */
export interface QueryWindowParts extends QueryServices {
  readonly store: Writing<"queryWindows" | "pastQueries" | "knownTables">;
  readonly windows: Windows;
  readonly dialogs: Dialogs;
  readonly login: AskLogin<Server>;
  /** Calls the listener with the name of each server whose saved login changes. */
  readonly onLogin: (listener: (server: string) => void) => void;
  readonly environments: Pick<ServerEnvironments, "of">;
}

/** The parts of the SQL engine that query windows use. */
interface QueryTools {
  openTexts(server: Server, onFault: (why: string | null) => void): Promise<QueryTexts>;
  createQueryWindow(parts: {
    readonly server: Server;
    readonly stored: QueryTexts;
    readonly login: AskLogin<Server>;
    readonly page: () => number;
    readonly now: () => number;
    readonly changed: (state: QueryWindowState) => void;
    readonly pastChanged: () => void;
    readonly remade: () => void;
    readonly onError: (error: unknown) => void;
  }): QueryWindow;
  /** `onTables` is called with the tables each time they are read. */
  createCatalog(
    server: Server,
    login: AskLogin<Server>,
    onTables: (tables: readonly KnownTable[]) => void,
  ): ServerCatalog;
  /** Returns a path, without suffix, for a new file with a result. */
  freeFile(server: string, table: string): Promise<string>;
}
