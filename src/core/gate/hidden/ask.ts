/** Asks a server about what a statement needs; rows as texts, NULL as an empty one. */
export type Ask = (sql: string, args?: readonly string[]) => Promise<readonly (readonly string[])[]>;
