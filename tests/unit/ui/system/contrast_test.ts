import assert from "node:assert/strict";

const css = await Deno.readTextFile(new URL("../../../../src/ui/system/tokens.css", import.meta.url));

type Tokens = ReadonlyMap<string, string>;

/** The custom properties of the `:root` blocks under exactly this media query (`""`: none). */
function block(media: string): [string, string][] {
  const body = media === ""
    ? css.split("@media")[0] ?? ""
    : css.split("@media").find((part) => part.trim().startsWith(`${media} {`)) ?? "";
  return [...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map((
    [, name = "", value = ""],
  ) => [name, value]);
}

const DARK = "(prefers-color-scheme: dark)";
const MORE = "(prefers-contrast: more)";
const themes: readonly [name: string, tokens: Tokens, least: number][] = [
  ["light", new Map(block("")), 4.5],
  ["dark", new Map([...block(""), ...block(DARK)]), 4.5],
  ["light, more contrast", new Map([...block(""), ...block(MORE)]), 4.5],
  [
    "dark, more contrast",
    new Map([...block(""), ...block(DARK), ...block(MORE), ...block(`${MORE} and ${DARK}`)]),
    4.5,
  ],
];

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function ratio(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const grounds = ["bg", "bg-side", "bg-control", "bg-hover", "bg-press", "bg-selected", "bg-code"];
const notices = ["danger", "caution", "ok", "info"];
const syntax = ["keyword", "string", "number", "comment", "name", "type", "danger"].map((kind) =>
  `syntax-${kind}`
);

/** Every text and the ground it may stand on. */
const pairs: readonly [text: string, ground: string][] = [
  ...grounds.flatMap((ground): [string, string][] => [["text", ground], ["text-quiet", ground]]),
  ...["bg", "bg-side", "bg-code", "bg-hover", "bg-selected"].map((
    ground,
  ): [string, string] => ["link", ground]),
  ...notices.flatMap((tone): [string, string][] => [
    [`${tone}-text`, "bg"],
    [`${tone}-text`, "bg-side"],
    [`${tone}-text`, "bg-hover"],
    [`${tone}-text`, "bg-selected"],
    [`${tone}-text`, `${tone}-bg`],
    ["text", `${tone}-bg`],
  ]),
  ["on-accent", "accent"],
  ["on-accent", "accent-hover"],
  ["on-danger", "danger"],
  ["on-danger", "danger-hover"],
  ["on-mark", "mark-now"],
  ["text", "mark"],
  ["on-env-prd", "env-prd"],
  ["on-env-stg", "env-stg"],
  ["on-env-dev", "env-dev"],
  ...Array.from({ length: 8 }, (_, n): [string, string] => ["on-env", `env-${n}`]),
  ...syntax.flatMap((kind) =>
    ["bg-code", "diff-add", "diff-remove", "caution-bg"].map((ground): [string, string] => [kind, ground])
  ),
  ...["diff-add", "diff-remove", "diff-add-strong", "diff-remove-strong"].map((ground): [string, string] => [
    "text",
    ground,
  ]),
  ...Array.from({ length: 16 }, (_, n): [string, string] => [`ansi-${n}`, "bg-code"]),
];

for (const [name, tokens, least] of themes) {
  Deno.test(`tokens.css has a contrast of at least ${least} : 1 for every text in ${name}`, () => {
    const low = pairs.flatMap(([text, ground]) => {
      const value = ratio(tokens.get(text) ?? "missing", tokens.get(ground) ?? "missing");
      return value >= least ? [] : [`--${text} on --${ground}: ${value.toFixed(2)}`];
    });
    assert.deepEqual(low, []);
  });

  Deno.test(`tokens.css has a contrast of at least 3 : 1 for edges and focus in ${name}`, () => {
    const edges = ["line-control", "focus", "accent"].flatMap((edge) =>
      ["bg", "bg-side"].flatMap((ground) => {
        const value = ratio(tokens.get(edge) ?? "missing", tokens.get(ground) ?? "missing");
        return value >= 3 ? [] : [`--${edge} on --${ground}: ${value.toFixed(2)}`];
      })
    );
    assert.deepEqual(edges, []);
  });
}

Deno.test("tokens.css gives more contrast to text when the user asks for it", () => {
  const by = new Map(themes.map(([name, tokens]) => [name, tokens]));
  const text = (name: string) => ratio(by.get(name)?.get("text-quiet") ?? "", by.get(name)?.get("bg") ?? "");
  assert.ok(text("light, more contrast") > text("light"));
  assert.ok(text("dark, more contrast") > text("dark"));
});
