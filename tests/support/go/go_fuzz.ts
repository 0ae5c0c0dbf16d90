import type { Random } from "../random.ts";

const PATHS = ["os", "os/exec", "fmt", "C", "bundle/lib", "kedge", "unsafe", "embed", "net", "é"];
const BAD_PATHS = ["a b", "", "x\\y", "\ufffd", "a:b", "os\u200b"];
const SPACES = [" ", " ", "\t", "\n", "\n", "\r\n", "\r", "/* c */", "/* \n */", "// c\n", '// "os"\n', ""];
const ENDS = ["\n", "\n", "\n", ";", "; ", "\r\n", ";\n", " // c\n", "/*\n*/"];
const BAD_ENDS = [" ", ";;", ",", "", "\f"];
const NAMES = ["", "", "", "x", ".", "_", "é", "a1", "main ", "𝛼"];
const COMMENTS = [
  "//go:build ignore\n",
  "//go:build linux && !windows\n",
  "// +build ignore\n\n",
  "//go:embed a.txt\n",
  "//go:linkname a b\n",
  "//line x.go:7\n",
  "//line x.go:0\n",
  "/*line y.go:9:3*/",
  "//line :x\n",
  "/*\n#include <stdio.h>\n#cgo LDFLAGS: -lm\n*/\n",
  "// #include <stdio.h>\n",
];
const BODIES = [
  "func (m map[string]T) x() {}",
  "type (\n\tA = os.File\n\tB interface{ ~int | A }\n)",
  "func (l *List[K, V]) all() (a, b int) { go func() { l.x <- <-l.y }(); return }",
  "var _, e = f(`a\rb`), [...]int{1, 2: 3}[0:1:2]",
  "func i() {\nlabel:\n\tfor range 3 {\n\t\tcontinue label\n\t}\n}",

  'func Run() { exec.Command("x") }',
  "func (t *T) Run() {\n\tx := 'a'\n\t_ = '\"'\n}",
  'var s = "import \\"os\\""',
  'var r = `\nimport "os"\n`',
  'type T struct {\n\tA int `json:"a"`\n}',
  "func f[T any](x T) T { return x }",
  "const c = 0x1p-2 + 1e+5 + .5i + 0b1 + 'a' + '\\''",
  "func g() { a++\n b--\n if x := a[1:]; len(x) > 0 { return }\n}",
];
const BAD_BODIES = [
  'import "late"',
  "var x = 08",
  "func h() { ]",
  "}",
  "var \ufeffy = 1",
  'var z = "\\q"',
  "/* open",
  "f()",
  "func () x() {",
];
const PIECES = [
  "import",
  "package",
  "(",
  ")",
  "{",
  "}",
  "[",
  "]",
  '"',
  "`",
  "'",
  "\\",
  "/",
  "*",
  ".",
  "_",
  ";",
  ",",
  "\n",
  "\r",
  " ",
  "\0",
  "\ufeff",
  "//",
  "/*",
  "*/",
  "os",
  "C",
  "\\x6f",
  "\\u006f",
  "\\157",
  "\\U0000006f",
  "\\",
  "0",
  "é",
  "\t",
  "func",
  "var",
  "#",
  "…",
  "\u2028",
  "\u00a0",
  "\v",
  "...",
  "++",
  "1.",
  ":=",
];

/** Returns a Go file that tries to be misread; most of its parts are nearly valid. */
export function hostileGo(random: Random): Uint8Array {
  /** Picks a valid part in most cases: one fault refuses a file, and most should be read. */
  const mostly = (good: readonly string[], bad: readonly string[]) =>
    random.pick(random.int(30) ? good : bad);
  const space = () => random.int(3) ? random.pick(SPACES) : "";
  const end = () => mostly(ENDS, BAD_ENDS);
  const comment = () => random.int(4) ? "" : random.pick(COMMENTS);
  const spec = () =>
    `${random.pick(NAMES)}${random.int(3) ? " " : space()}${literal(mostly(PATHS, BAD_PATHS), random)}`;
  let text = random.int(12) ? "" : "\ufeff";
  text += comment() + space() + "package" + (random.int(9) ? " " : space()) +
    (random.int(9) ? "action" : "_");
  text += end() + comment();
  for (let count = random.int(4); count > 0; count--) {
    text += `${comment()}import${random.int(3) ? " " : space()}`;
    if (random.int(2)) text += spec() + end();
    else {
      text += "(" + space();
      for (let many = random.int(4); many > 0; many--) text += space() + spec() + end() + comment();
      text += `)${end()}`;
    }
  }
  for (let count = random.int(3); count > 0; count--) {
    text += comment() + mostly(BODIES, BAD_BODIES) + (random.int(5) ? "\n" : end());
  }
  for (let changes = random.int(3) ? 0 : random.int(3); changes > 0; changes--) {
    const at = random.int(text.length + 1);
    text = text.slice(0, at) + (random.int(3) ? random.pick(PIECES) : "") + text.slice(at + random.int(3));
  }
  const bytes = new TextEncoder().encode(text);
  if (random.int(40) === 0 && bytes.length > 0) bytes[random.int(bytes.length)] = 0x80 + random.int(0x80);
  return bytes;
}

/** Returns an import path in one of the many forms that Go accepts. */
function literal(path: string, random: Random): string {
  const at = random.int(path.length + 1);
  switch (random.int(8)) {
    case 0:
      return `\`${path}\``;
    case 1:
      return `\`${path.slice(0, at)}\r${path.slice(at)}\``;
    case 2:
      return `"${[...path].map((character) => escaped(character, random)).join("")}"`;
    case 3:
      return random.int(5) ? `"${path}"` : `\`${path.slice(0, at)}\n${path.slice(at)}\``;
    default:
      return `"${path}"`;
  }
}

function escaped(character: string, random: Random): string {
  const point = character.codePointAt(0)!;
  const hex = (width: number) => point.toString(16).padStart(width, "0");
  const bytes = [...new TextEncoder().encode(character)];
  switch (random.int(7)) {
    case 0:
      return bytes.map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
    case 1:
      return bytes.map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
    case 2:
      return `\\u${hex(4)}`;
    case 3:
      return `\\U${hex(8)}`;
    case 4:
      if (random.int(8)) return character;
      return random.pick(["\\q", "\\ud800", "\\'", '\\"', "\\xff", "\\n", "\\U00110000"]);
    default:
      return character;
  }
}
