import assert from "node:assert/strict";
import { parseCommandLine } from "../../../src/cli/args.ts";
import { misuseWords } from "../../../src/cli/misuse.ts";

const accepted: [line: string, command: string, operands: string[], flags?: object][] = [
  ["", "start", []],
  ["--browser", "start", [], { browser: true }],
  ["-- kedge://open/page/home", "start", ["kedge://open/page/home"]],
  ["--hidden", "start", [], { hidden: true }],
  ["--toggle", "toggle", []],
  ["--validate-config", "validate-config", []],
  ["--validate-config a.json --json", "validate-config", ["a.json"], { json: true }],
  ["--json --validate-config=a.json", "validate-config", ["a.json"], { json: true }],
  ["--validate-bundle a b c --compile", "validate-bundle", ["a", "b", "c"], { compile: true }],
  ["--print-config", "print-config", []],
  ["--label shop a@b.c", "label", ["shop", "a@b.c"]],
  ["--schema manifest", "schema", ["manifest"]],
  ["--list", "list", []],
  ["--install x.kedgeext --trust abc", "install", ["x.kedgeext"], { trust: "abc" }],
  ["--uninstall x", "uninstall", ["x"]],
  [
    "--run e/a --answers f --account 1 --role r --region g",
    "run",
    ["e/a"],
    { answers: "f", account: "1", role: "r", region: "g" },
  ],
  ["--label -- --shop", "label", ["--shop"]],
  ["-h", "help", []],
  ["--label -- -h", "label", ["-h"]],
  ["--run=e/a", "run", ["e/a"]],
  ["--new d", "new", ["d"]],
  ["--pack d --output o", "pack", ["d"], { output: "o" }],
  ["--credentials 1/r", "credentials", ["1/r"]],
  [
    "--query shop sql --format csv --limit 5 --output o --write",
    "query",
    ["shop", "sql"],
    { format: "csv", limit: "5", output: "o", write: true },
  ],
  ["--query shop --json", "query", ["shop"], { json: true }],
  [
    "--logs shop/Admin /aws/lambda/web --since 2h --follow",
    "logs",
    ["shop/Admin", "/aws/lambda/web"],
    { since: "2h", follow: true },
  ],
  [
    "--query @message --logs shop web --format csv --limit 5",
    "logs",
    ["shop", "web"],
    { query: "@message", format: "csv", limit: "5" },
  ],
  ["--logs=shop web --query=x", "logs", ["shop", "web"], { query: "x" }],
  ["--query shop -- --logs", "query", ["shop", "--logs"]],
  ["--doctor", "doctor", []],
  ["--version", "version", []],
  ["--help", "help", []],
];

for (const [line, command, operands, flags] of accepted) {
  Deno.test(`parseCommandLine() reads "${line}"`, () => {
    const parsed = parseCommandLine(line.split(" ").filter(Boolean));
    assert.deepEqual({ ...parsed }, { command, operands, json: false, ...flags });
  });
}

Deno.test("parseCommandLine() reads SQL that begins with a comment as an operand", () => {
  const read = (...argv: string[]) => {
    const parsed = parseCommandLine(argv);
    return "error" in parsed ? parsed.error : parsed.operands;
  };
  assert.deepEqual(read("--query", "shop", "-- how many\nselect 1"), ["shop", "-- how many\nselect 1"]);
  assert.deepEqual(read("--query", "shop", "--all\nselect 1 = 1"), ["shop", "--all\nselect 1 = 1"]);
  assert.deepEqual(read("--query", "shop", "--", "--all"), ["shop", "--all"]);
  assert.match(String(read("--query", "shop", "--all")), /there is no --all/);
});

Deno.test("parseCommandLine() takes an empty value for none, except for an account's name", () => {
  const commands = "install validate-bundle pack new dev run validate-config print-config".split(" ");
  const lines: readonly (readonly [flag: string, ...line: string[]])[] = [
    ...commands.map((command) => [`--${command}`, `--${command}`, ""] as const),
    ["--validate-bundle", "--validate-bundle", "a", ""],
    ["--answers", "--run", "a/b", "--answers", ""],
    ["--output", "--pack", "a", "--output="],
  ];
  for (const [flag, ...line] of lines) {
    const parsed = parseCommandLine(line);
    assert.equal("error" in parsed && parsed.error, `${flag} needs a value`);
  }
  assert.deepEqual(parseCommandLine(["--label", "", "a@b.c"]), {
    command: "label",
    operands: ["", "a@b.c"],
    json: false,
  });
  assert.ok(!("error" in parseCommandLine(["--exec", "1/r", "--", "printf", ""])));
});

Deno.test("parseCommandLine() tells of wrong usage whether a document is waited for", () => {
  const waits = (line: string) => parseCommandLine(line.split(" ")).json;
  assert.equal(waits("--nope --json"), true);
  assert.equal(waits("--json --list stray"), true);
  assert.equal(waits("--nope"), false);
  assert.equal(waits("--nope -- --json"), false);
});

const refused: [string, RegExp][] = [
  ["--nope", /--nope/],
  ["stray", /unexpected argument "stray"/],
  ["list", /^unexpected argument "list": did you mean --list\?$/],
  ["instal x", /^unexpected argument "instal": did you mean --install\?$/],
  ["--list list", /^unexpected argument "list"$/],
  ["-v", /did you mean --version\?/],
  ["-V", /did you mean --version\?/],
  ["--run", /--run needs a value/],
  ["--install a b", /unexpected argument "b"/],
  ["--label", /--label needs a value/],
  ["--label a b c", /unexpected argument "c"/],
  ["--query", /--query needs a value/],
  ["--query a b c", /unexpected argument "c"/],
  ["--list --write", /--write belongs to --query/],
  ["--list --doctor", /--list and --doctor cannot be used together/],
  ["--list --trust x", /--trust belongs to --install/],
  ["kedge://a --exec 1 sh", /a link stands alone/],
  ["-- kedge://a --exec 1 sh", /unexpected argument "--exec"/],
  ["-- kedge://a kedge://b", /unexpected argument "kedge:\/\/b"/],
  ["--run e/a --browser", /--browser belongs to a start without flags/],
  ["--install a --trust", /--trust/],
  ["--install a --trust --json", /--trust needs a value/],
  ["--browser=1", /--browser takes no value/],
  ["--validat-config", /did you mean --validate-config\?/],
  ["-json", /did you mean --json\?/],
  ["--constructor", /there is no --constructor/],
];

for (const [line, sentence] of refused) {
  Deno.test(`parseCommandLine() explains "${line}"`, () => {
    const result = parseCommandLine(line.split(" "));
    assert.ok("error" in result);
    assert.match(misuseWords(result), sentence);
  });
}

/** Lines of `--exec` without `--` before the command, and the suggested line. */
const UNDIVIDED: readonly (readonly [line: string[], hint: string])[] = [
  [["--exec", "1/r", "ls", "-h"], "kedge --exec 1/r -- ls …"],
  [
    ["--exec", "1/r", "--region", "eu-west-1", "ls", "/tmp", "--region=x"],
    "kedge --exec 1/r --region eu-west-1 -- ls …",
  ],
  [["--exec=My shop/r", "mysql", "-psecret"], "kedge '--exec=My shop/r' -- mysql …"],
  [["--exec", "1/r", "ls", "--json"], "kedge --exec 1/r -- ls …"],
  [["--exec", "1/r", "npm", "run", "build", "--", "--prod"], "kedge --exec 1/r -- npm …"],
];

for (const [line, hint] of UNDIVIDED) {
  Deno.test(`parseCommandLine() takes no flag of a command for Kedge's in ${line.join(" ")}`, () => {
    const parsed = parseCommandLine(line);
    assert.deepEqual("error" in parsed && [parsed.error, parsed.hint], [
      `flags behind ${hint.split(" ").at(-2)} would be flags of Kedge`,
      `Write -- before the command: ${hint}`,
    ]);
    assert.ok(!JSON.stringify(parsed).includes("secret"));
  });
}

Deno.test("parseCommandLine() takes a command of --exec without flags, and flags of Kedge before it", () => {
  const parsed = parseCommandLine(["--exec", "1/r", "--region", "x", "ls", "-", "a b"]);
  assert.deepEqual("operands" in parsed && [parsed.operands, parsed.region], [
    ["1/r", "ls", "-", "a b"],
    "x",
  ]);
});
