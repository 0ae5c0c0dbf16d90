import assert from "node:assert/strict";

const css = await Deno.readTextFile(new URL("../../../../src/ui/system/tokens.css", import.meta.url));

type Tokens = ReadonlyMap<string, string>;

/** Returns the custom properties of `:root` in this media query (`""`: outside of any). */
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
const themes = Object.entries<Tokens>({
  "light": new Map(block("")),
  "dark": new Map([...block(""), ...block(DARK)]),
  "light, more contrast": new Map([...block(""), ...block(MORE)]),
  "dark, more contrast": new Map(
    [...block(""), ...block(DARK), ...block(MORE), ...block(`${MORE} and ${DARK}`)],
  ),
});

/** Returns the relative luminance of a colour, as WCAG 2.2 defines it. */
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

type Pair = readonly [text: string, ground: string];
/** Returns each text colour paired with each background. */
const onEach = (texts: readonly string[], on: readonly string[]): Pair[] =>
  texts.flatMap((text) => on.map((ground) => [text, ground] as const));

/** Every text colour, with the backgrounds that it may stand on. */
const pairs: readonly Pair[] = [
  ...onEach(["text", "text-quiet"], grounds),
  ...onEach(["link"], ["bg", "bg-side", "bg-code", "bg-hover", "bg-selected"]),
  ...notices.flatMap((tone) => [
    ...onEach([`${tone}-text`], ["bg", "bg-side", "bg-hover", "bg-selected", `${tone}-bg`]),
    ...onEach(["text"], [`${tone}-bg`]),
  ]),
  ...onEach(["on-accent"], ["accent", "accent-hover"]),
  ...onEach(["on-danger"], ["danger", "danger-hover"]),
  ["on-mark", "mark-now"],
  ["text", "mark"],
  ["on-env-prd", "env-prd"],
  ["on-env-stg", "env-stg"],
  ["on-env-dev", "env-dev"],
  ...onEach(["on-env"], Array.from({ length: 8 }, (_, n) => `env-${n}`)),
  ...onEach(syntax, ["bg-code", "diff-add", "diff-remove", "caution-bg"]),
  ...onEach(["text"], ["diff-add", "diff-remove", "diff-add-strong", "diff-remove-strong"]),
  ...onEach(Array.from({ length: 16 }, (_, n) => `ansi-${n}`), ["bg-code"]),
];
const edges = onEach(["line-control", "focus", "accent"], ["bg", "bg-side"]);

for (const [name, tokens] of themes) {
  for (const [what, all, least] of [["every text", pairs, 4.5], ["edges and focus", edges, 3]] as const) {
    Deno.test(`tokens.css has a contrast of at least ${least} : 1 for ${what} in ${name}`, () => {
      const low = all.flatMap(([text, ground]) => {
        const value = ratio(tokens.get(text) ?? "missing", tokens.get(ground) ?? "missing");
        return value >= least ? [] : [`--${text} on --${ground}: ${value.toFixed(2)}`];
      });
      assert.deepEqual(low, []);
    });
  }
}

Deno.test("tokens.css gives more contrast to text when the user asks for it", () => {
  const by = new Map(themes);
  const text = (name: string) => ratio(by.get(name)?.get("text-quiet") ?? "", by.get(name)?.get("bg") ?? "");
  assert.ok(text("light, more contrast") > text("light"));
  assert.ok(text("dark, more contrast") > text("dark"));
});
