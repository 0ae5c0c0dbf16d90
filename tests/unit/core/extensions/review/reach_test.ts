import assert from "node:assert/strict";
import { reviewBundle } from "../../../../../src/core/extensions/mod.ts";
import { ATTACKS } from "../../../../support/bundles/attacks.ts";
import { bundle } from "../../../../support/bundles/bundles.ts";

const ACTION = { id: "run", label: "Run", entry: "actions/run.go", contextMode: "none" };
const review = (text: string, more: Record<string, string | Uint8Array> = {}) =>
  reviewBundle(
    bundle({ actions: [ACTION] }, { "actions/run.go": `package action\n${text}`, ...more }),
    null,
  );

const DOES_NOT = "does not reach beyond its own dialogs, as far as its imports show.";
const ANYTHING = "can do anything that you can do.";
const READS = "can read your files.";
const UNSAFE = "can get around the safety of Go.";
const STARTS = "can start other programs.";
const BY_ITSELF = "names nothing that reaches beyond its own dialogs. By what it imports it could also";

const REACH: readonly (readonly [name: string, text: string, sentence: string])[] = [
  ["harmless names of os", 'import "os"; var x, y = os.Args, os.Stdout', DOES_NOT],
  ["os.ReadFile", 'import "os"; var x = os.ReadFile', READS],
  ["os.ReadFile under another name", 'import x "os"; var y = x.ReadFile', READS],
  ["os.ReadFile over lines", 'import "os"; var y = os /* c */ . // d\n ReadFile', READS],
  ["os.WriteFile", 'import "os"; var x = os.WriteFile', "can change your files."],
  ["os.OpenFile", 'import "os"; var x = os.OpenFile', "can read and change your files."],
  ["os.Getenv", 'import "os"; var x = os.Getenv', "can read environment variables."],
  ["os.Hostname", 'import "os"; var x = os.Hostname', "can learn who you are."],
  ["os.StartProcess", 'import "os"; var x = os.StartProcess', STARTS],
  ["os.Process", 'import "os"; var x os.Process', "can end other programs."],
  ["os.NewFile", 'import "os"; var x = os.NewFile', "can call the operating system directly."],
  [
    "a name of os that nobody knows",
    'import "os"; var x = os.Novelty',
    "can start other programs, end other programs, call the operating system directly, read and change your " +
    "files, read environment variables and learn who you are.",
  ],
  ["filepath.Join", 'import "path/filepath"; var x = filepath.Join', DOES_NOT],
  ["filepath.Walk", 'import "path/filepath"; var x = filepath.Walk', READS],
  ["zip.NewReader", 'import "archive/zip"; var x = zip.NewReader', DOES_NOT],
  ["zip.OpenReader", 'import "archive/zip"; var x = zip.OpenReader', READS],
  ["parser.ParseExpr", 'import "go/parser"; var x = parser.ParseExpr', DOES_NOT],
  ["parser.ParseExprFrom", 'import "go/parser"; var x = parser.ParseExprFrom', READS],
  ["parser.ParseFile", 'import "go/parser"; var x = parser.ParseFile', READS],
  [
    "go/build",
    'import "go/build"; var x = build.Default',
    "can start other programs, read your files and read environment variables.",
  ],
  [
    "net/http/cgi",
    'import "net/http/cgi"; var x cgi.Handler',
    "can start other programs, use the network and read environment variables.",
  ],
  [
    "http.FileServer",
    'import "net/http"; var x = http.FileServer',
    "can read your files and use the network.",
  ],
  ["net.ParseIP", 'import "net"; var x = net.ParseIP', DOES_NOT],
  ["net.Dial", 'import "net"; var x = net.Dial', "can use the network."],
  ["time.LoadLocation", 'import "time"; var x = time.LoadLocation', "can read settings of this system."],
  ["time.Now", 'import "time"; var x = time.Now', DOES_NOT],
  [
    "mime.TypeByExtension",
    'import "mime"; var x = mime.TypeByExtension',
    "can read settings of this system.",
  ],
  ["debug/elf", 'import "debug/elf"; var x = elf.Open', READS],
  ["log/syslog", 'import "log/syslog"; var x = syslog.New', "can use the network."],
  ["reflect.DeepEqual", 'import "reflect"; var x = reflect.DeepEqual', DOES_NOT],
  [
    "a type's name and kind",
    'import "reflect"; var t = reflect.TypeOf(1); var x, y = t.Name() + t.String(), t.Kind() == reflect.Struct',
    DOES_NOT,
  ],
  ["a type's element", 'import "reflect"; var x = reflect.TypeOf(1).Elem()', UNSAFE],
  [
    "a type beside words",
    'import ("reflect"; "strings"); var x, y = reflect.TypeOf(1), strings.Fields("")',
    DOES_NOT,
  ],
  ["a value of reflect", 'import "reflect"; var x = reflect.ValueOf(1)', UNSAFE],
  ["a name of reflect that nobody knows", 'import "reflect"; var x = reflect.Novelty', UNSAFE],
  ["JSON", 'import "encoding/json"; var x = json.Marshal', DOES_NOT],
  ["a package that is only loaded", 'import _ "encoding/json"', DOES_NOT],
  ["a package without its name", 'import . "encoding/json"', UNSAFE],
  [
    "synctest",
    'import "testing/synctest"; var x = synctest.Test',
    "can read and change your files and read environment variables.",
  ],
  [
    "an interface with a secret",
    "type x interface { Secret(string) (string, error) }",
    "can read secrets of its account.",
  ],
  [
    "a type beside a template",
    'import ("reflect"; "text/template"); var x, y = reflect.TypeOf(1), template.New("x")',
    `${BY_ITSELF} get around the safety of Go and read your files.`,
  ],
  ["reflect.NewAt", 'import "reflect"; var x = reflect.NewAt', UNSAFE],
  ["a pointer of reflect", 'import "reflect"; var x = reflect.ValueOf(1).UnsafePointer()', UNSAFE],
  ["UnsafePointer of another type", "var x = y.UnsafePointer()", DOES_NOT],
  ["atomic.AddInt64", 'import "sync/atomic"; var x = atomic.AddInt64', DOES_NOT],
  ["atomic.LoadPointer", 'import "sync/atomic"; var x = atomic.LoadPointer', UNSAFE],
  ["a template", 'import "html/template"; var x = template.New("x")', `${BY_ITSELF} read your files.`],
  ["a template's ParseGlob", 'import "text/template"; var x = template.ParseGlob', READS],
  ["a template value's ParseFiles", 'import "text/template"; var x = template.New("x").ParseFiles', READS],
  [
    "a template with the name of a secret",
    'import "text/template"; var x = template.New("{{.Secret}}")',
    `${BY_ITSELF} read your files and read secrets of its account.`,
  ],
  [
    "a pipe with the name of a secret",
    'import "os"; var r, w, _ = os.Pipe() // Secret',
    `${BY_ITSELF} read secrets of its account.`,
  ],
  ["a pipe", 'import "os"; var r, w, _ = os.Pipe()', DOES_NOT],
  ["ParseFiles of another type", "var x = y.ParseFiles()", DOES_NOT],
  ["methods by name", 'import "reflect"; var x = reflect.ValueOf(1).MethodByName("x")', UNSAFE],
  ["an unknown package", 'import "example.com/x"', ANYTHING],
  ["a package inside of Go", 'import "internal/abi"', ANYTHING],
  ["a vendored package of Go", 'import "vendor/golang.org/x/net/dns/dnsmessage"', ANYTHING],
  ["the Go tool's packages", 'import "cmd/go/internal/base"', ANYTHING],
  ["a package that a newer Go may bring", 'import "crypto/novel"', ANYTHING],
  ["the insides of the SDK", 'import "kedge/internal/wire"', ANYTHING],
  ["no Go", "os.Exit(1)", ANYTHING],
  ["C", 'import "C"', ANYTHING],
  ["packages of the bundle and the SDK", 'import ("kedge"; "bundle/lib")', DOES_NOT],
  ["linkname", "//go:linkname a syscall.runtimeSetenv\nfunc a()", UNSAFE],
  ["a cgo directive", '//go:cgo_import_dynamic x y "z"\nvar x int', ANYTHING],
  ["a directive that nobody knows", "//go:novelty\nvar x int", ANYTHING],
  [
    "directives that change nothing",
    "//go:noinline\nfunc a() {}\n//go:generate rm -rf /\n//go:embed x\n",
    DOES_NOT,
  ],
  [
    "more imports than anybody reads",
    Array.from({ length: 1001 }, (_, i) => `import _ "bundle/p${i}"`).join("\n"),
    ANYTHING,
  ],
];

for (const [name, text, sentence] of REACH) {
  Deno.test(`reviewBundle() says what ${name} can do`, () => {
    assert.equal(review(text).summary, `It needs no account and ${sentence}`);
  });
}

const EXEC = 'import "os/exec"\nvar X = exec.Command\n';
/** Code that works around the names in a source, or hides a source from some compiler. */
const AROUND:
  readonly (readonly [name: string, text: string, more: Record<string, string>, sentence: string])[] = [
    ["unsafe", 'import "unsafe"; var x unsafe.Pointer', {}, UNSAFE],
    ["unsafe under another name", 'import x "unsafe"; var y x.Pointer', {}, UNSAFE],
    ["linkname in another file", "", { "lib/a.go": "package lib\n//go:linkname a b.c\n" }, UNSAFE],
    ["a function without a body beside assembly", "func a()", { "actions/a.s": "TEXT" }, DOES_NOT],
    ["cgo", '// #include <unistd.h>\nimport "C"', {}, ANYTHING],
    ["runtime/cgo", 'import _ "runtime/cgo"', {}, UNSAFE],
    ["another system's file", "", { "lib/a_windows.go": `package lib\n${EXEC}` }, STARTS],
    ["another processor's file", "", { "lib/a_arm64.go": `package lib\n${EXEC}` }, STARTS],
    ["a file under a condition", "", { "lib/a.go": `//go:build ignore\n\npackage lib\n${EXEC}` }, STARTS],
    ["a file under an old condition", "", { "lib/a.go": `// +build ignore\n\npackage lib\n${EXEC}` }, STARTS],
    [
      "a file under other names for its lines",
      "",
      { "lib/a.go": `//line x.txt:1\npackage lib\n${EXEC}` },
      STARTS,
    ],
    [
      "an embedded source",
      "//go:embed a.txt\nvar x string",
      { "actions/a.txt": `package lib\n${EXEC}` },
      DOES_NOT,
    ],
  ];
for (const [name, text, more, sentence] of AROUND) {
  Deno.test(`reviewBundle() tells of ${name}`, () => {
    assert.equal(review(text, more).summary, `It needs no account and ${sentence}`);
  });
}

for (const { name, source, more = {}, can } of ATTACKS) {
  Deno.test(`reviewBundle() sees ${name}`, () => {
    assert.match(review(source, more).summary, new RegExp(` can [^.]*${can}`));
  });
}

Deno.test("reviewBundle() counts a template's methods in every file once one imports templates", () => {
  const { summary, findings } = review('import "bundle/lib"; var x = lib.T.ParseFS', {
    "lib/t.go": 'package lib\nimport "html/template"\nvar T = template.New("")',
  });
  assert.equal(summary, "It needs no account and can read your files.");
  assert.deepEqual(findings.map(({ message, file }) => [message, file]), [
    ["Reads files (ParseFS)", "actions/run.go"],
  ]);
});

Deno.test("reviewBundle() leaves out what Kedge never compiles, unless an action begins there", () => {
  const files = {
    "lib/a_test.go": 'package lib\nimport "os/exec"',
    "_x/a.go": 'package x\nimport "os/exec"',
  };
  assert.equal(review("", files).summary, `It needs no account and ${DOES_NOT}`);
  const entry = { ...ACTION, entry: "lib/a_test.go" };
  assert.equal(
    reviewBundle(bundle({ actions: [entry] }, files), null).summary,
    "It needs no account and can start other programs.",
  );
});

Deno.test("reviewBundle() names the kinds of code that are no Go", () => {
  const files = {
    "a.s": "TEXT",
    "b.c": "int x;",
    "c.syso": Uint8Array.of(1, 0xff),
    "d": Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0),
  };
  assert.deepEqual(
    review("", files).findings.map(({ severity, message, file }) => `${severity} ${file} ${message}`),
    [
      "danger c.syso Is compiled code: Kedge does not use it, what the actions start could",
      "danger d Is compiled code: Kedge does not use it, what the actions start could",
      "caution a.s Is assembly, which Kedge does not compile",
      "caution b.c Is C code, which Kedge does not compile",
    ],
  );
});

Deno.test("reviewBundle() lists the first 200 findings and counts the others", () => {
  const { findings } = review(Array.from({ length: 300 }, (_, i) => `import "x.y/p${i}"`).join("\n"));
  assert.equal(findings.length, 201);
  assert.equal(findings.at(-1)?.message, "These are the first 200 findings; there are 100 more");
});

const LIB = {
  "report/report.go": `package report
import "os"
type Table struct{}
func Load() { (&Table{}).fill() }
func (t *Table) fill() { read("x") }
func read(path string) { os.ReadFile(path) }
func unused() { os.Remove("x") }
`,
};
const PATHS:
  readonly (readonly [name: string, text: string, files: Record<string, string>, ...paths: string[]])[] = [
    [
      "through packages and methods",
      'import "bundle/report"\nfunc Run() { report.Load() }',
      LIB,
      "Reads and changes files (os.ReadFile, os.Remove) 6: Run → report.Load → report.Table.fill → report.read → os.ReadFile",
    ],
    [
      "through function values",
      'import "os/exec"\nfunc Run() { f := start; f() }\nfunc start() { exec.Command("x") }',
      {},
      "Starts other programs (os/exec) 4: Run → start → exec.Command",
    ],
    [
      "of what happens when a package is loaded",
      'import _ "bundle/lib"\nfunc Run() {}',
      { "lib/a.go": 'package lib\nimport "os"\nvar x = os.Getenv("X")\n' },
      "Reads environment variables (os.Getenv) 3: Run → lib.init → os.Getenv",
    ],
    [
      "to a secret",
      'func Run(k *kedge.Ctx) { ask(k) }\nfunc ask(k *kedge.Ctx) { k.Secret("x") }',
      {},
      "Reads secrets of the account (k.Secret) 3: Run → ask → k.Secret",
    ],
    [
      "when nothing leads there",
      'import "os"\nfunc Run() {}\nfunc never() { os.Getenv("x") }',
      {},
      "Reads environment variables (os.Getenv) 4: none",
    ],
  ];

for (const [name, text, files, ...expected] of PATHS) {
  Deno.test(`reviewBundle() shows the way ${name}`, () => {
    const shown = review(text, files).findings.map(({ message, line, path }) =>
      `${message} ${line}: ${path?.map(({ name }) => name).join(" → ") ?? "none"}`
    );
    assert.deepEqual(shown, expected);
  });
}

Deno.test("reviewBundle() tells apart the actions that a way begins in", () => {
  const second = { id: "b", label: "B", entry: "actions/b.go", contextMode: "none" };
  const { findings } = reviewBundle(
    bundle({ actions: [ACTION, second] }, {
      "actions/run.go": "package action\nfunc Run() {}",
      "actions/b.go": 'package action\nimport "os/exec"\nfunc Run() { exec.Command("x") }',
    }),
    null,
  );
  assert.deepEqual(findings[0]?.path, [
    { name: "b.Run", file: "actions/b.go", line: 3 },
    { name: "exec.Command", file: "actions/b.go", line: 3 },
  ]);
});
