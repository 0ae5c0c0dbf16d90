import { alignment, parseSignature, type Type, type Value, Variant } from "./value.ts";

/** Maximum nesting of variants; deeper nesting is an attack. */
const DEEPEST_VARIANT = 32;

/** Reads values in D-Bus wire format. Throws a TypeError or RangeError for bytes that break the format. */
export class Reader {
  readonly #view: DataView;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  #at = 0;
  #variants = 0;

  constructor(readonly bytes: Uint8Array, readonly littleEndian: boolean) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Skips the padding before a value that is aligned to a multiple of `size`. */
  align(size: number): void {
    this.#at += (size - this.#at % size) % size;
  }

  /** Reads the values in `signature`. */
  all(signature: string): Value[] {
    return parseSignature(signature).map((type) => this.one(type));
  }

  /** Reads one value of `type`. */
  one(type: Type): Value {
    this.align(alignment(type));
    const view = this.#view, little = this.littleEndian;
    switch (type.code) {
      case "y":
        return view.getUint8(this.#skip(1));
      case "b":
        return view.getUint32(this.#skip(4), little) !== 0;
      case "n":
        return view.getInt16(this.#skip(2), little);
      case "q":
        return view.getUint16(this.#skip(2), little);
      case "i":
        return view.getInt32(this.#skip(4), little);
      case "u":
      case "h":
        return view.getUint32(this.#skip(4), little);
      case "d":
        return view.getFloat64(this.#skip(8), little);
      case "x":
        return view.getBigInt64(this.#skip(8), little);
      case "t":
        return view.getBigUint64(this.#skip(8), little);
      case "s":
      case "o":
        return this.#text(view.getUint32(this.#skip(4), little));
      case "g":
        return this.#text(view.getUint8(this.#skip(1)));
      case "v":
        return this.#variant();
      case "a":
        return this.#array(type.inner[0]!);
      default:
        return type.inner.map((inner) => this.one(inner));
    }
  }

  #variant(): Variant {
    if (++this.#variants > DEEPEST_VARIANT) throw new TypeError("D-Bus variants are nested too deeply");
    const signature = this.#text(this.#view.getUint8(this.#skip(1)));
    const types = parseSignature(signature);
    if (types.length !== 1) throw new TypeError(`a D-Bus variant holds one value, not "${signature}"`);
    const variant = new Variant(signature, this.one(types[0]!));
    this.#variants--;
    return variant;
  }

  #array(inner: Type): Value {
    const length = this.#view.getUint32(this.#skip(4), this.littleEndian);
    this.align(alignment(inner));
    const end = this.#at + length;
    if (end > this.bytes.length) throw new RangeError("a D-Bus array is longer than its message");
    if (inner.code === "y") return this.bytes.slice(this.#skip(length), end);
    const values: Value[] = [];
    while (this.#at < end) values.push(this.one(inner));
    if (this.#at !== end) throw new RangeError("a D-Bus array ends inside a value");
    return values;
  }

  #text(length: number): string {
    const start = this.#skip(length + 1);
    return this.#decoder.decode(this.bytes.subarray(start, start + length));
  }

  #skip(count: number): number {
    const start = this.#at;
    this.#at += count;
    if (this.#at > this.bytes.length) throw new RangeError("a D-Bus message ends inside a value");
    return start;
  }
}
