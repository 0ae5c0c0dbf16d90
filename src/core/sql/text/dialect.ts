import { type Engine, ENGINES } from "../engines/mod.ts";

/** How a server reads SQL, as far as that decides where strings and comments end. */
export interface Dialect {
  readonly protocol: "postgres" | "mysql" | "trino" | "insights";
  /** Whether a backslash in any string escapes the next character. In PostgreSQL's `E'…'` it always does. */
  readonly backslash: boolean;
  /**
   * Whether double quotes enclose names instead of strings (MySQL: ANSI_QUOTES). A backslash does not escape
   * in names.
   */
  readonly quotedNames: boolean;
}

/** Returns the dialect of an engine with default settings. */
export function dialectOf(engine: Engine): Dialect {
  const { protocol } = ENGINES[engine];
  return { protocol, backslash: protocol === "mysql", quotedNames: protocol !== "mysql" };
}

/** Returns every dialect in which servers of an engine may read a text, depending on their settings. */
export function dialectsOf(engine: Engine): readonly Dialect[] {
  const { protocol } = ENGINES[engine];
  const quotes = protocol === "mysql" ? [true, false] : [true];
  return quotes.flatMap((quotedNames) =>
    [true, false].map((backslash) => ({ protocol, backslash, quotedNames }))
  );
}
