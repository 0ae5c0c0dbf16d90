import { CloudError } from "../errors.ts";

/** The longest text that is taken from an answer, in characters: tokens of AWS stay far below. */
const LONGEST = 16_384;

/** Reads an answer that came from outside, field by field, each bounded; `doing` names the attempt in errors. */
export class Answer {
  readonly #fields: Readonly<Record<string, unknown>>;

  constructor(readonly doing: string, value: unknown) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw malformed(doing, "it is no object");
    }
    this.#fields = value as Record<string, unknown>;
  }

  /** A text that must be there and not empty. */
  text(name: string, longest = LONGEST): string {
    return this.maybeText(name, longest) ?? this.#missing(name);
  }

  /** A text that may be missing; empty and null count as missing. */
  maybeText(name: string, longest = LONGEST): string | undefined {
    const value = this.#fields[name];
    if (value === undefined || value === null || value === "") return undefined;
    if (typeof value !== "string" || value.length > longest) {
      throw malformed(this.doing, `${name} is no text`);
    }
    return value;
  }

  /** A number within bounds. */
  number(name: string, least: number, most: number): number {
    return this.maybeNumber(name, least, most) ?? this.#missing(name);
  }

  /** A number within bounds that may be missing. */
  maybeNumber(name: string, least: number, most: number): number | undefined {
    const value = this.#fields[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== "number" || !(value >= least && value <= most)) {
      throw malformed(this.doing, `${name} is no sensible number`);
    }
    return value;
  }

  /** A list of objects, at most `most` of them. */
  list(name: string, most: number): Answer[] {
    const value = this.#fields[name];
    if (!Array.isArray(value) || value.length > most) throw malformed(this.doing, `${name} is no list`);
    return value.map((item) => new Answer(this.doing, item));
  }

  /** The same, of a list that may be missing. */
  maybeList(name: string, most: number): Answer[] {
    const value = this.#fields[name];
    return value === undefined || value === null ? [] : this.list(name, most);
  }

  /** A list of lists of objects that may be missing, at most `most` of them with at most `each` in every one. */
  lists(name: string, most: number, each: number): Answer[][] {
    const value = this.#fields[name] ?? [];
    if (!Array.isArray(value) || value.length > most) throw malformed(this.doing, `${name} is no list`);
    return value.map((items) => new Answer(this.doing, { items }).list("items", each));
  }

  /** A list of texts that may be missing, at most `most` of them. */
  texts(name: string, most: number, longest = LONGEST): string[] {
    const value = this.#fields[name] ?? [];
    const isText = (item: unknown) => typeof item === "string" && item.length <= longest;
    if (!Array.isArray(value) || value.length > most || !value.every(isText)) {
      throw malformed(this.doing, `${name} is no list of texts`);
    }
    return value as string[];
  }

  /** An object that must be there. */
  object(name: string): Answer {
    return new Answer(this.doing, this.#fields[name]);
  }

  /** An object that may be missing. */
  maybeObject(name: string): Answer | undefined {
    const value = this.#fields[name];
    return value === undefined || value === null ? undefined : new Answer(this.doing, value);
  }

  /** Whether a field is there and true. */
  flag(name: string): boolean {
    return this.#fields[name] === true;
  }

  #missing(name: string): never {
    throw malformed(this.doing, `${name} is missing`);
  }
}

/** An answer that is not what AWS documents. `what` names no value: that could be a secret. */
export function malformed(doing: string, what: string): CloudError {
  return new CloudError(
    `${doing}: the answer is not one of AWS (${what})`,
    "Check the region of the sign-in portal in the settings, and whether something stands between this computer and AWS, for example a proxy's sign-in page.",
    undefined,
    "malformed",
  );
}
