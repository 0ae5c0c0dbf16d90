/**
 * Kind of a part of a text. `code` opens or closes a comment that MySQL executes, and the text between is
 * read like the rest. `end` is the delimiter after a statement.
 */
export type TokenKind =
  | "space"
  | "comment"
  | "code"
  | "word"
  | "number"
  | "string"
  | "name"
  | "symbol"
  | "end";

/** A part of a text, from `start` up to `end`. */
export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** Set when the closing quote or mark is missing. */
  readonly open?: true;
}
