/** Runs a query of Kedge's own and returns its rows as texts, with NULL as an empty text. */
export type Ask = (sql: string, args?: readonly string[]) => Promise<readonly (readonly string[])[]>;
