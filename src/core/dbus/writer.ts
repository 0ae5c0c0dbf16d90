import { alignment, parseSignature, type Type, type Value, Variant } from "./value.ts";

const encoder = new TextEncoder();

/** Writes values in D-Bus wire format, little-endian. Throws a TypeError for a value that does not fit its type. */
export class Writer {
  #bytes = new Uint8Array(256);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  /** Returns the bytes written so far. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  get length(): number {
    return this.#length;
  }

  /** Pads with zeros to a multiple of `size`. */
  align(size: number): void {
    this.#room((size - this.#length % size) % size);
  }

  /** Writes `values` with the types in `signature`. */
  all(signature: string, values: readonly Value[]): void {
    const types = parseSignature(signature);
    if (types.length !== values.length) {
      throw new TypeError(
        `D-Bus signature "${signature}" needs ${types.length} values, got ${values.length}`,
      );
    }
    types.forEach((type, index) => this.one(type, values[index]!));
  }

  /** Writes one value of `type`. */
  one(type: Type, value: Value): void {
    this.align(alignment(type));
    switch (type.code) {
      case "y":
        return this.#put(1, (view, at) => view.setUint8(at, number(type, value)));
      case "b":
        return this.#put(4, (view, at) => view.setUint32(at, value === true ? 1 : 0, true));
      case "n":
        return this.#put(2, (view, at) => view.setInt16(at, number(type, value), true));
      case "q":
        return this.#put(2, (view, at) => view.setUint16(at, number(type, value), true));
      case "i":
        return this.#put(4, (view, at) => view.setInt32(at, number(type, value), true));
      case "u":
      case "h":
        return this.#put(4, (view, at) => view.setUint32(at, number(type, value), true));
      case "d":
        return this.#put(8, (view, at) => view.setFloat64(at, number(type, value), true));
      case "x":
        return this.#put(8, (view, at) => view.setBigInt64(at, BigInt(value as bigint), true));
      case "t":
        return this.#put(8, (view, at) => view.setBigUint64(at, BigInt(value as bigint), true));
      case "s":
      case "o":
        return this.#text(text(type, value), 4);
      case "g":
        return this.#text(text(type, value), 1);
      case "v": {
        if (!(value instanceof Variant)) throw mismatch(type, value);
        this.#text(value.signature, 1);
        return this.all(value.signature, [value.value]);
      }
      case "a":
        return this.#array(type.inner[0]!, value);
      default:
        return this.#struct(type, value);
    }
  }

  #struct(type: Type, value: Value): void {
    if (!Array.isArray(value) || value.length !== type.inner.length) throw mismatch(type, value);
    type.inner.forEach((inner, index) => this.one(inner, value[index]));
  }

  #array(inner: Type, value: Value): void {
    const lengthAt = this.#room(4);
    // The length does not count the padding before the first element.
    this.align(alignment(inner));
    const start = this.#length;
    if (value instanceof Uint8Array && inner.code === "y") {
      const at = this.#room(value.length);
      this.#bytes.set(value, at);
    } else if (Array.isArray(value)) {
      for (const element of value) this.one(inner, element);
    } else throw mismatch({ code: "a", inner: [inner] }, value);
    this.#view.setUint32(lengthAt, this.#length - start, true);
  }

  #text(value: string, lengthBytes: 1 | 4): void {
    const bytes = encoder.encode(value);
    const at = this.#room(lengthBytes);
    if (lengthBytes === 1) this.#view.setUint8(at, bytes.length);
    else this.#view.setUint32(at, bytes.length, true);
    const start = this.#room(bytes.length + 1);
    this.#bytes.set(bytes, start);
  }

  /** Writes a number. The space is reserved first because growing replaces the buffer. */
  #put(count: number, set: (view: DataView, at: number) => void): void {
    const at = this.#room(count);
    set(this.#view, at);
  }

  /** Reserves `count` zero bytes and returns their offset. */
  #room(count: number): number {
    const start = this.#length;
    this.#length += count;
    if (this.#length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.#length, 2 * this.#bytes.length));
      grown.set(this.#bytes);
      this.#bytes = grown;
      this.#view = new DataView(grown.buffer);
    }
    return start;
  }
}

function number(type: Type, value: Value): number {
  if (typeof value !== "number") throw mismatch(type, value);
  return value;
}

/** Returns a text without zero bytes, because a zero byte ends a string on the wire. */
function text(type: Type, value: Value): string {
  if (typeof value !== "string") throw mismatch(type, value);
  return value.replaceAll("\0", "");
}

function mismatch(type: Type, value: Value): TypeError {
  return new TypeError(`D-Bus type "${type.code}" cannot hold a ${typeof value}`);
}
