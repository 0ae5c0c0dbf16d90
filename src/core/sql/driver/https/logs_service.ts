/** The rows of a query of Logs Insights. */
export interface LogsAnswer {
  readonly names: readonly string[];
  /** A cell for each name; null where the row has no such field. */
  readonly rows: readonly (readonly (string | null)[])[];
  /** Of each row what AWS finds its line by; null for one that is no line. */
  readonly pointers: readonly (string | null)[];
}

/** Log groups that are asked for a connection. */
export interface LogsService {
  /**
   * Runs a query to its end; `since` and `until` say between which moments it looks, undefined as usual. It is stopped at AWS
   * when the signal aborts. `tell` hears what it costs, for people. Throws ServerError, or Fault when it was stopped.
   */
  query(
    asked: {
      readonly text: string;
      readonly since: string | undefined;
      readonly until: string | undefined;
      /** The user has agreed to whatever it reads. */
      readonly agreed: boolean;
    },
    signal: AbortSignal,
    tell: (words: string) => void,
  ): Promise<LogsAnswer>;
}
