/** The rows of a query of Logs Insights. */
export interface LogsAnswer {
  readonly names: readonly string[];
  /** Each row has a cell for each name; null when the row has no such field. */
  readonly rows: readonly (readonly (string | null)[])[];
  /** AWS's pointer to the line of each row; null when the row is not a line. */
  readonly pointers: readonly (string | null)[];
}

/** The log groups of a connection. */
export interface LogsService {
  /**
   * Runs a query to its end. `since` and `until` limit the time it searches; undefined means the usual one.
   * Stops the query at AWS when the signal is aborted. `tell` receives what the query costs, for people.
   * Throws ServerError, or DriverError when the query was stopped.
   */
  query(
    asked: {
      readonly text: string;
      readonly since: string | undefined;
      readonly until: string | undefined;
      /** Whether the user has agreed to any number of bytes read. */
      readonly agreed: boolean;
    },
    signal: AbortSignal,
    tell: (words: string) => void,
  ): Promise<LogsAnswer>;
}
