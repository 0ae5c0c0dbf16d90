import * as z from "zod";

const id = z.string().min(1).max(200);

/** A result that is an error. Its statement and the server's message are looked up by these IDs. */
export const failedQuery = z.strictObject({ tab: id, result: id });

/** The type of a failed query. */
export type FailedQuery = Readonly<z.infer<typeof failedQuery>>;
