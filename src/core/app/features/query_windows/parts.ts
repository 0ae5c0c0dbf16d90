import type { Server } from "../../../config/config.ts";
import type { QueryTexts, QueryWindow, ServerCatalog } from "../../../sql/query_window/types.ts";
import type { AskLogin } from "../../../sql/login/mod.ts";
import type { PastQuery, QueryWindowState } from "../../../state/query_window.ts";
import type { Writing } from "../../../state/store.ts";
import type { CommandResult } from "../../result.ts";
import type { KnownTable } from "../../../state/known_tables.ts";
import type { TablesFile } from "./known_tables.ts";
import type { Windows } from "../../windows.ts";
import type { Dialogs } from "../dialogs/dialogs.ts";
import type { ServerEnvironments } from "../servers/environments.ts";
import type { AssistantWords } from "./asking.ts";

/** What query windows need from outside; `sql` is loaded when the first one opens. */
export interface QueryServices {
  /** Statements of servers that were saved or run. */
  readonly pastQueries: (
    servers: readonly Pick<Server, "name" | "engine">[],
  ) => Promise<readonly PastQuery[]>;
  /** Moves the saved texts of a server to its new name. */
  readonly renameQueries: (from: string, to: string) => Promise<void>;
  readonly sql: () => Promise<QueryTools>;
  readonly tables: TablesFile;
  readonly assistant: () => Promise<AssistantWords>;
  /** Opens a file with the program that the system has for it, or a folder. */
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
  /** Calls the listener with each server whose saved login has changed. */
  readonly onLogin: (listener: (server: string) => void) => void;
  readonly environments: Pick<ServerEnvironments, "of">;
}

/** The part of the SQL engine that query windows are made of. */
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
  /** `onTables` hears which tables there are, each time they were read. */
  createCatalog(
    server: Server,
    login: AskLogin<Server>,
    onTables: (tables: readonly KnownTable[]) => void,
  ): ServerCatalog;
  /** A path without its end that no file has yet, for a result of a server. */
  freeFile(server: string, table: string): Promise<string>;
}
