import { z } from "zod";

const id = z.string().min(1).max(200);

/** A result that is an error: the statement and the server's words are looked up where they are. */
export const failedQuery = z.strictObject({ tab: id, result: id });

/** The same, as a type. */
export type FailedQuery = Readonly<z.infer<typeof failedQuery>>;
