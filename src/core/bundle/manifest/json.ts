/** A JSON value that knows where it stands. Offsets are UTF-16 units from the start of the text. */
export type JsonNode =
  | { readonly kind: "object"; readonly at: number; readonly members: readonly JsonMember[] }
  | { readonly kind: "array"; readonly at: number; readonly items: readonly JsonNode[] }
  | { readonly kind: "string"; readonly at: number; readonly value: string }
  | { readonly kind: "number"; readonly at: number; readonly value: number; readonly text: string }
  | { readonly kind: "boolean"; readonly at: number; readonly value: boolean }
  | { readonly kind: "null"; readonly at: number; readonly value: null };

/** One `"key": value` of an object. */
export interface JsonMember {
  readonly key: string;
  readonly keyAt: number;
  readonly value: JsonNode;
}

/** Why a text is not JSON. */
export interface JsonError {
  readonly at: number;
  readonly message: string;
  readonly hint?: string;
}

/** Deeper nesting is refused: no settings need it, and it would exhaust the stack of naive readers. */
const DEEPEST = 100;

/** Parses strict JSON (RFC 8259). Duplicate keys are kept: the caller judges them. */
export function parseJson(text: string): { node: JsonNode } | { error: JsonError } {
  try {
    const parser = new Parser(text);
    return { node: parser.document() };
  } catch (error) {
    if (error instanceof Stop) return { error: error.reason };
    throw error;
  }
}

/** The plain value of a node. Keys such as `__proto__` become ordinary own properties. */
export function jsonValue(node: JsonNode): unknown {
  if (node.kind === "array") return node.items.map(jsonValue);
  if (node.kind !== "object") return node.value;
  const object: Record<string, unknown> = {};
  for (const { key, value } of node.members) {
    if (key !== "__proto__") object[key] = jsonValue(value);
    else {
      // Assigning would set the prototype.
      Object.defineProperty(object, key, {
        value: jsonValue(value),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
  }
  return object;
}

/** The value's member of that name; the last one when it is there twice. */
export function memberOf(node: JsonNode | undefined, key: string): JsonMember | undefined {
  return node?.kind === "object" ? node.members.findLast((member) => member.key === key) : undefined;
}

/** The node at the path, or the nearest one above it that exists. */
export function nodeAt(root: JsonNode, path: readonly (string | number)[]): JsonNode {
  let node = root;
  for (const step of path) {
    const next = typeof step === "number"
      ? (node.kind === "array" ? node.items[step] : undefined)
      : memberOf(node, step)?.value;
    if (!next) return node;
    node = next;
  }
  return node;
}

class Stop extends Error {
  constructor(readonly reason: JsonError) {
    super(reason.message);
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

class Parser {
  #at = 0;
  #depth = 0;

  constructor(readonly text: string) {}

  document(): JsonNode {
    this.#space();
    if (this.#at === this.text.length) this.#stop("the file is empty", undefined, 0);
    const node = this.#value();
    this.#space();
    if (this.#at < this.text.length) this.#stop(`${this.#here()} follows the end of the document`);
    return node;
  }

  #value(): JsonNode {
    const at = this.#at;
    const character = this.text[at];
    if (character === "{") return this.#nested(() => this.#object(at));
    if (character === "[") return this.#nested(() => this.#array(at));
    if (character === '"') return { kind: "string", at, value: this.#string() };
    const number = this.#match(/-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/y);
    if (number) {
      if (/[0-9.]/.test(this.text[this.#at] ?? "")) {
        this.#stop("this is not a number of JSON", "Quote it.", at);
      }
      return { kind: "number", at, value: Number(number), text: number };
    }
    const word = this.#match(/[A-Za-z_$][\w$]*/y);
    if (word === "true" || word === "false") return { kind: "boolean", at, value: word === "true" };
    if (word === "null") return { kind: "null", at, value: null };
    this.#at = at;
    if (word) this.#stop(`${JSON.stringify(word)} is not a value`, "Put text between double quotes.");
    this.#stop(`a value is missing: found ${this.#here()}`, this.#advice());
  }

  #nested<T>(read: () => T): T {
    if (++this.#depth > DEEPEST) this.#stop(`nested deeper than ${DEEPEST} levels`);
    const result = read();
    this.#depth--;
    return result;
  }

  #object(at: number): JsonNode {
    const members: JsonMember[] = [];
    this.#at++;
    this.#space();
    while (this.text[this.#at] !== "}") {
      const keyAt = this.#at;
      if (this.text[keyAt] !== '"') {
        this.#stop(`a name in double quotes is missing: found ${this.#here()}`, this.#advice());
      }
      const key = this.#string();
      this.#space();
      if (this.text[this.#at] !== ":") this.#stop(`":" is missing after ${JSON.stringify(key)}`);
      this.#at++;
      this.#space();
      members.push({ key, keyAt, value: this.#value() });
      this.#separator("}");
    }
    this.#at++;
    return { kind: "object", at, members };
  }

  #array(at: number): JsonNode {
    const items: JsonNode[] = [];
    this.#at++;
    this.#space();
    while (this.text[this.#at] !== "]") {
      items.push(this.#value());
      this.#separator("]");
    }
    this.#at++;
    return { kind: "array", at, items };
  }

  /** Moves to the next member, or to the closing bracket. */
  #separator(close: string): void {
    this.#space();
    if (this.text[this.#at] === ",") {
      const comma = this.#at++;
      this.#space();
      if (this.text[this.#at] === close) {
        this.#stop(`a comma before ${JSON.stringify(close)}`, "Remove the trailing comma.", comma);
      }
    } else if (this.text[this.#at] !== close) {
      this.#stop(`"," or ${JSON.stringify(close)} is missing: found ${this.#here()}`, this.#advice());
    }
  }

  #string(): string {
    const start = this.#at++;
    let value = "";
    for (;;) {
      value += this.#plainText();
      const character = this.text[this.#at];
      if (character === '"') {
        this.#at++;
        return value;
      }
      if (character === "\\") value += this.#escape();
      else if (character === undefined || character === "\n" || character === "\r") {
        this.#stop("the text is not closed", 'End it with ". A line break inside is written \\n.', start);
      } else this.#stop("a control character inside a text", "Write it as an escape, for example \\t.");
    }
  }

  #plainText(): string {
    const start = this.#at;
    for (; this.#at < this.text.length; this.#at++) {
      const unit = this.text.charCodeAt(this.#at);
      if (unit < 0x20 || unit === 0x22 || unit === 0x5c) break;
    }
    return this.text.slice(start, this.#at);
  }

  #escape(): string {
    const unicode = this.#match(/\\u([0-9A-Fa-f]{4})/y);
    if (unicode) return String.fromCharCode(parseInt(unicode.slice(2), 16));
    const plain = ESCAPES[this.text[this.#at + 1] ?? ""];
    if (plain === undefined) this.#stop("an unknown escape", "A backslash is written \\\\.");
    this.#at += 2;
    return plain;
  }

  #space(): void {
    for (; this.#at < this.text.length; this.#at++) {
      const unit = this.text.charCodeAt(this.#at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
    }
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text);
    if (found) this.#at += found[0].length;
    return found && found[0];
  }

  #here(): string {
    const character = this.text.codePointAt(this.#at);
    return character === undefined ? "the end of the file" : JSON.stringify(String.fromCodePoint(character));
  }

  #advice(): string | undefined {
    const two = this.text.slice(this.#at, this.#at + 2);
    if (two === "//" || two === "/*" || two[0] === "#") return "Comments are not allowed here.";
    if (two[0] === "'") return "Use double quotes.";
    return undefined;
  }

  #stop(message: string, hint?: string, at = this.#at): never {
    throw new Stop({ at, message, ...(hint ? { hint } : {}) });
  }
}
