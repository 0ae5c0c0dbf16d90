import { type Engine, ENGINES } from "../engines/mod.ts";

/** How a server reads its SQL, as far as it decides where strings and comments end. */
export interface Dialect {
  readonly protocol: "postgres" | "mysql" | "trino" | "insights";
  /** A backslash escapes what follows in every string; in PostgreSQL's `E'…'` it always does. */
  readonly backslash: boolean;
  /** MySQL: double quotes stand around names, not strings (ANSI_QUOTES); a backslash is then nothing in them. */
  readonly quotedNames: boolean;
}

/** The dialect of an engine as it is set up by default. */
export function dialectOf(engine: Engine): Dialect {
  const { protocol } = ENGINES[engine];
  return { protocol, backslash: protocol === "mysql", quotedNames: protocol !== "mysql" };
}

/** Every way in which servers of an engine may read a text, whatever their settings are. */
export function dialectsOf(engine: Engine): readonly Dialect[] {
  const { protocol } = ENGINES[engine];
  const quotes = protocol === "mysql" ? [true, false] : [true];
  return quotes.flatMap((quotedNames) =>
    [true, false].map((backslash) => ({ protocol, backslash, quotedNames }))
  );
}
