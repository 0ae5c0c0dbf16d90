import fc from "fast-check";

/** A JSON value. */
export type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };

/** Returns a value as a hand-written text: odd spacing, comments, trailing commas. Every comment is unique. */
export function write(value: Plain, choices: readonly number[], eol: string): string {
  let turn = 0, comments = 0;
  const choose = (of: number) => (choices[turn++ % choices.length] ?? 0) % of;
  const gap = (): string => {
    switch (choose(9)) {
      case 0:
        return eol + "  ".repeat(choose(4));
      case 1:
        return ` /* c${comments++} */ `;
      case 2:
        return ` // c${comments++}${eol}`;
      case 3:
        return " ";
      default:
        return "";
    }
  };
  const list = (open: string, parts: string[], close: string) => {
    const trailing = parts.length > 0 && choose(3) === 0 ? "," + gap() : "";
    return open + parts.map((part) => gap() + part + gap()).join(",") + (parts.length ? trailing : gap()) +
      close;
  };
  const one = (item: Plain): string => {
    if (Array.isArray(item)) return list("[", item.map(one), "]");
    if (typeof item === "object" && item !== null) {
      const members = Object.entries(item).map(([key, inner]) =>
        `${JSON.stringify(key)}${gap()}:${gap()}${one(inner)}`
      );
      return list("{", members, "}");
    }
    return JSON.stringify(item);
  };
  return gap() + one(value) + gap();
}

/** Generates any scalar. */
export const scalar = fc.oneof(
  fc.integer(),
  fc.string({ maxLength: 6, unit: "binary" }),
  fc.boolean(),
  fc.constant(null),
);
/** Generates any value that is small enough to read in a failure. */
export const { value: anyValue } = fc.letrec<{ value: Plain }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", maxDepth: 3 },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom("a", "b", "c", "d e", "__proto__", "ü"), tie("value"), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ),
}));
/** Generates a hand-written document: its value and its text. */
export const document = fc.tuple(
  fc.dictionary(fc.constantFrom("a", "b", "c", "list"), anyValue, { minKeys: 1, noNullPrototype: true }),
  fc.array(fc.nat(100), { minLength: 1, maxLength: 40 }),
  fc.constantFrom("\n", "\r\n"),
).map(([value, choices, eol]) => ({ value, text: write(value, choices, eol), eol }));

/** Returns the value without prototypes, so that `__proto__` keys compare. */
export function plain(value: unknown): unknown {
  return JSON.stringify(
    value,
    (_, inner) =>
      typeof inner === "object" && inner !== null && !Array.isArray(inner)
        ? Object.entries(inner).toSorted(([a], [b]) => a < b ? -1 : 1)
        : inner,
  );
}
