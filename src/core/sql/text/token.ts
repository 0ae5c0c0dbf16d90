/**
 * What a part of a text is. `code` opens or closes a comment that MySQL executes: what stands between is read as
 * the rest is. `end` is what ends a statement.
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
  /** Without its closing quote or mark. */
  readonly open?: true;
}
