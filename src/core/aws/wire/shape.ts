import { CloudError } from "../errors.ts";

/** Maximum characters of a text in a response. Tokens of AWS are far shorter. */
const MAX_LENGTH = 16_384;

/** Reads a response field by field, each with a bound. `doing` names the attempt in errors. */
export class Answer {
  readonly #fields: Readonly<Record<string, unknown>>;

  constructor(readonly doing: string, value: unknown) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw malformed(doing, "it is no object");
    }
    this.#fields = value as Record<string, unknown>;
  }

  /** Returns a text. Throws a CloudError when it is missing or empty. */
  text(name: string, longest = MAX_LENGTH): string {
    return this.maybeText(name, longest) ?? this.#missing(name);
  }

  /** Returns a text, or undefined when it is missing, empty or null. */
  maybeText(name: string, longest = MAX_LENGTH): string | undefined {
    const value = this.#fields[name];
    if (value === undefined || value === null || value === "") return undefined;
    if (typeof value !== "string" || value.length > longest) {
      throw malformed(this.doing, `${name} is no text`);
    }
    return value;
  }

  /** Returns a number within bounds. Throws a CloudError when it is missing. */
  number(name: string, least: number, most: number): number {
    return this.maybeNumber(name, least, most) ?? this.#missing(name);
  }

  /** Returns a number within bounds, or undefined when it is missing. */
  maybeNumber(name: string, least: number, most: number): number | undefined {
    const value = this.#fields[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== "number" || !(value >= least && value <= most)) {
      throw malformed(this.doing, `${name} is no sensible number`);
    }
    return value;
  }

  /** Returns a time of seconds since 1970 in ms, or undefined when it is missing. */
  maybeTime(name: string): number | undefined {
    const seconds = this.maybeNumber(name, 0, 1e11);
    return seconds === undefined ? undefined : Math.round(seconds * 1000);
  }

  /** Returns a list of at most `most` objects. Throws a CloudError when it is missing. */
  list(name: string, most: number): Answer[] {
    const value = this.#fields[name];
    if (!Array.isArray(value) || value.length > most) throw malformed(this.doing, `${name} is no list`);
    return value.map((item) => new Answer(this.doing, item));
  }

  /** Returns a list of at most `most` objects, empty when it is missing. */
  maybeList(name: string, most: number): Answer[] {
    const value = this.#fields[name];
    return value === undefined || value === null ? [] : this.list(name, most);
  }

  /** Returns a list of at most `most` lists, each with at most `each` objects; empty when it is missing. */
  lists(name: string, most: number, each: number): Answer[][] {
    const value = this.#fields[name] ?? [];
    if (!Array.isArray(value) || value.length > most) throw malformed(this.doing, `${name} is no list`);
    return value.map((items) => new Answer(this.doing, { items }).list("items", each));
  }

  /** Returns a list of at most `most` texts, empty when it is missing. */
  texts(name: string, most: number, longest = MAX_LENGTH): string[] {
    const value = this.#fields[name] ?? [];
    const isText = (item: unknown) => typeof item === "string" && item.length <= longest;
    if (!Array.isArray(value) || value.length > most || !value.every(isText)) {
      throw malformed(this.doing, `${name} is no list of texts`);
    }
    return value as string[];
  }

  /** Returns an object. Throws a CloudError when it is missing. */
  object(name: string): Answer {
    return new Answer(this.doing, this.#fields[name]);
  }

  /** Returns an object, or undefined when it is missing. */
  maybeObject(name: string): Answer | undefined {
    const value = this.#fields[name];
    return value === undefined || value === null ? undefined : new Answer(this.doing, value);
  }

  /** Whether a field is present and true. */
  flag(name: string): boolean {
    return this.#fields[name] === true;
  }

  #missing(name: string): never {
    throw malformed(this.doing, `${name} is missing`);
  }
}

/** Returns the error for a response that AWS does not document. `what` contains no value, which could be secret. */
export function malformed(doing: string, what: string): CloudError {
  return new CloudError(
    `${doing}: the answer is not one of AWS (${what})`,
    "Check the region of the sign-in portal in the settings, and whether something stands between this computer and AWS, for example a proxy's sign-in page.",
    undefined,
    "malformed",
  );
}
