const MASK = "•••";

/**
 * A value that must not be shown by accident: it prints, serialises and inspects as `•••`. Only the code that
 * passes it to a keychain, a driver or a child's standard input opens it.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** Returns the value itself. Call this only where the value leaves Kedge. */
  open(): string {
    return this.#value;
  }

  toString(): string {
    return MASK;
  }

  toJSON(): string {
    return MASK;
  }

  [Symbol.for("Deno.customInspect")](): string {
    return MASK;
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return MASK;
  }
}
