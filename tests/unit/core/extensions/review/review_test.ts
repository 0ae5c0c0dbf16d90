import assert from "node:assert/strict";
import { LazyFiles } from "../../../../../src/core/bundle/mod.ts";
import { reviewBundle, reviewTexts } from "../../../../../src/core/extensions/mod.ts";
import { bundle, trusted } from "../../../../support/bundles/bundles.ts";

const source = (...lines: string[]) => ["package action", ...lines].join("\n");
const withSource = (text: string, action: object = {}) =>
  bundle({ actions: [{ id: "run", label: "Run", entry: "actions/run.go", ...action }] }, {
    "actions/run.go": text,
  });

const FINDINGS: readonly (readonly [name: string, text: string, ...findings: string[]])[] = [
  ["nothing that matters", source('import "fmt"')],
  ["os/exec", source('import "os/exec"'), "danger Starts other programs 2"],
  ["unsafe", source("import (", '\t"unsafe"', ")"), "danger Reads and writes memory 3"],
  ["syscall and a part of it", source('import "syscall/js"'), "danger Calls the operating system 2"],
  ["cgo", source('import "C"'), "danger Contains C code 2"],
  ["net", source('import "net"'), "caution Talks to other computers, and to programs of this one 2"],
  ["net/http", source('import x "net/http/httputil"'), "caution Talks to web servers 2"],
  [
    "all of os",
    source('import . "os"'),
    "danger Starts other programs, ends other programs, calls the operating system directly and more (os) 2",
  ],
  [
    "a third party",
    source('import "github.com/a/b"'),
    "danger Imports github.com/a/b, which is not part of Go 2",
  ],
  ["a package of the bundle", source('import "bundle/lib.v2"')],
  [
    "a secret",
    source('func Run(k *kedge.Ctx) { k.Secret("x") }'),
    "caution Reads secrets of the account (k.Secret) 2",
  ],
  ["a field of a secret", source('var x = k.SecretField("x", "y")'), "caution Reads secrets 2"],
  ["a query", source('var x = k.Query("x", "y")'), "caution Queries your SQL servers 2"],
  ["HTTP", source("var x = k.HTTP()"), "caution Talks to web servers 2"],
  ["linkname", source("//go:linkname a b"), "danger Reaches into the insides 2"],
  ["other names for lines", source("var /*line x.go:1*/ x int"), "info Gives its lines other names 2"],
  ["embed", source("//go:embed x"), "info Takes files of the bundle 2"],
  ["a line that reads backwards", source("// a\u202e b"), "danger Has characters that reverse 2"],
  [
    "a letter that is not seen",
    source("var a\u200bb = 1"),
    "danger Cannot be read as Go reads it, so it may do anything: the character U+200B outside of a text 2",
    "caution Has characters that are not seen 2",
  ],
  ["a byte order mark at the start", `\ufeff${source()}`],
  [
    "an import behind escapes",
    source('import "\\x6f\\163/\\u0065xec"'),
    "danger Hides that it imports os/exec 2",
    "danger Starts other programs (os/exec) 2",
  ],
  ["a name of fillers", source("var \u3164 = 1"), "caution Has characters that are not seen 2"],
  ["a tag", source('var a = "x\u{e0041}"'), "caution Has characters that are not seen 2"],
  [
    "data in variation selectors",
    source('var a = "x\ufe01\u{e0100}"'),
    "caution Has characters that are not seen 2",
  ],
  ["a picture in a text", source('var a = "\u2764\ufe0f 1\ufe0f\u20e3"')],
  ["an import in a comment", source('// import "os/exec"')],
  [
    "the worst first",
    source('import ("net"; "os/exec")'),
    "danger Starts other programs 2",
    "caution Talks to other 2",
  ],
];

for (const [name, text, ...expected] of FINDINGS) {
  Deno.test(`reviewBundle() finds ${expected.length ? expected[0] : "nothing"} for ${name}`, () => {
    const { findings } = reviewBundle(withSource(text, { contextMode: "none" }), null);
    assert.equal(findings.length, expected.length, JSON.stringify(findings));
    for (const [index, { severity, message, file, line }] of findings.entries()) {
      const [, kind, begin, at] = /^(\w+) (.*) (\d+)$/.exec(expected[index]!)!;
      assert.deepEqual([severity, message.slice(0, begin!.length), file, line], [
        kind,
        begin,
        "actions/run.go",
        Number(at),
      ]);
    }
  });
}

const SUMMARIES: readonly (readonly [text: string, action: object, summary: string])[] = [
  [
    source(),
    { contextMode: "none" },
    "It needs no account and does not reach beyond its own dialogs, as far as its imports show.",
  ],
  [source('import "os/exec"'), { contextMode: "none" }, "It needs no account and can start other programs."],
  [
    source('import ("net/http"; "os")', "var x, y, z = k.Secret(), os.ReadFile(http.Get()), os.Remove()"),
    {},
    "It works in an account that you choose and can read and change your files, use the network and read secrets of its account.",
  ],
  [
    source('import "unsafe"'),
    {},
    "It works in an account that you choose and can get around the safety of Go.",
  ],
];

for (const [text, action, summary] of SUMMARIES) {
  Deno.test(`reviewBundle() sums up: ${summary}`, () => {
    assert.equal(reviewBundle(withSource(text, action), null).summary, summary);
  });
}

Deno.test("reviewBundle() sums up what an update can now", () => {
  const versions = (before: string, after: string) => {
    const old = withSource(source(before));
    return reviewBundle(withSource(source(after)), trusted(old)).summary;
  };
  assert.equal(
    versions(
      'import "os"; var x = os.OpenFile',
      'import ("os"; "os/exec"; "net"); var x, y = os.OpenFile, net.Dial',
    ),
    "This version can now start other programs and use the network. As before it can work in an account that you choose and read and change your files.",
  );
  assert.equal(
    versions("", 'import "net"; var x = net.Dial'),
    "This version can now use the network. As before it can work in an account that you choose.",
  );
  assert.equal(
    versions('import "net"; var x = net.Dial', 'import ("net"; "fmt"); var x = net.Dial'),
    "It works in an account that you choose and can use the network, as before.",
  );
});

Deno.test("reviewBundle() names the accounts that actions run in", () => {
  const contexts = (changes: object) =>
    reviewBundle(bundle({ ...changes }), null).findings.map(({ message }) => message);
  assert.deepEqual(contexts({ account: "123456789012", role: "Admin" }), [
    "Runs in account 123456789012 · Admin",
  ]);
  assert.deepEqual(contexts({}), ["Runs in an account that you choose"]);
});

type Change = Record<string, unknown>;
const account = (account: string, role = "Admin"): Change => ({ account, role });

/** Changes of an action's account. The summary must name the accounts that the findings list. */
const PLACES: readonly (readonly [before: Change | null, now: Change, summary: RegExp])[] = [
  [
    null,
    account("123456789012"),
    /^It works in account 123456789012 · Admin and names nothing|^It works in account 123456789012 · Admin and does not reach/,
  ],
  [{}, account("123456789012"), /^This version can now work in account 123456789012 · Admin\./],
  [
    account("123456789012", "Reader"),
    account("123456789012"),
    /can now work in account 123456789012 · Admin\./,
  ],
  [account("123456789012"), account("123456789012"), /^It works in account 123456789012 · Admin/],
];
for (const [before, now, summary] of PLACES) {
  Deno.test(`reviewBundle() sums up ${JSON.stringify(now)} after ${JSON.stringify(before)}: ${summary}`, () => {
    const review = reviewBundle(
      bundle(now, { "a.txt": "2" }),
      before && trusted(bundle(before, { "a.txt": "1" })),
    );
    assert.match(review.summary, summary);
    for (const { message } of review.findings.filter(({ message }) => message.startsWith("Runs in "))) {
      assert.ok(review.summary.includes(message.slice("Runs in ".length)), review.summary);
    }
  });
}

const VERSIONS:
  readonly (readonly [installed: string | undefined, now: string | undefined, change: string])[] = [
    ["1.0.0", "1.0.1", "update"],
    ["1.0.1", "1.0.0", "downgrade"],
    ["1.9", "1.10", "update"],
    ["1.10", "1.9", "downgrade"],
    ["v2", "v1", "downgrade"],
    ["1.0.0", "1.0.0", "update"],
    ["1.0.0", "1.0.0-beta", "downgrade"],
    ["1.0.0-beta", "1.0.0", "update"],
    ["1.0.0-beta", "1.0.0-alpha", "update"],
    ["one", "two", "update"],
    ["2", undefined, "update"],
    [undefined, "1", "update"],
    ["99999999999999999999.1", "99999999999999999999.0", "downgrade"],
  ];

for (const [installed, now, change] of VERSIONS) {
  Deno.test(`reviewBundle() calls ${now} after ${installed} ${change}`, () => {
    const version = (version: string | undefined) => version === undefined ? {} : { version };
    const old = bundle(version(installed), { "old.txt": "x" });
    const review = reviewBundle(bundle(version(now)), { ...trusted(old), ...version(installed) });
    assert.equal(review.change, change);
    assert.equal(review.installedVersion, installed);
  });
}

Deno.test("reviewBundle() shows an update file by file", () => {
  const old = bundle({}, { "a.txt": "a", "b.txt": "b", "c.bin": new Uint8Array([0, 1]) });
  const now = bundle({}, { "a.txt": "A", "d.txt": "d", "c.bin": new Uint8Array([0, 1]) });
  const { files, change } = reviewBundle(now, trusted(old));
  assert.equal(change, "update");
  assert.deepEqual(
    files.map(({ path, change, kind, text, before }) => [path, change, kind, text?.slice(0, 1), before]),
    [
      ["manifest.json", "same", "source", "{", undefined],
      ["actions/run.go", "same", "source", "p", undefined],
      ["a.txt", "changed", "text", "A", "a"],
      ["b.txt", "removed", "text", undefined, "b"],
      ["c.bin", "same", "binary", undefined, undefined],
      ["d.txt", "added", "text", "d", undefined],
    ],
  );
});

Deno.test("reviewBundle() says which sources were too much to look through", () => {
  const text = `package lib\n${"a.a".repeat(600_000)}`;
  const more = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`lib/${i}.go`, text]));
  const { findings } = reviewBundle(
    bundle({ actions: [{ id: "run", label: "Run", entry: "actions/run.go", contextMode: "none" }] }, more),
    null,
  );
  assert.equal(findings.filter(({ message }) => message.startsWith("Was not looked through")).length, 8);
});

Deno.test("reviewBundle() calls the same files a reinstallation", () => {
  const it = bundle();
  assert.equal(reviewBundle(it, trusted(it)).change, "reinstall");
});

Deno.test("reviewBundle() calls out what cannot be read, also behind the name of an image", () => {
  const program = Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 0, 0xff]);
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const files = { "a.bin": program, "b.png": program, "c.png": png, "d.png": "echo hi", "e.txt": "text" };
  const { files: shown, findings } = reviewBundle(bundle({}, files), null);
  assert.deepEqual(shown.slice(2).map(({ path, kind }) => [path, kind]), [
    ["a.bin", "binary"],
    ["b.png", "binary"],
    ["c.png", "image"],
    ["d.png", "text"],
    ["e.txt", "text"],
  ]);
  assert.deepEqual(
    findings.filter(({ message }) => message.startsWith("Is ")).map(({ severity, file }) => [severity, file]),
    [["danger", "a.bin"], ["danger", "b.png"]],
  );
});

Deno.test("reviewBundle() carries texts up to 2 MB, the others are asked for", () => {
  const text = (character: string, size: number) => character.repeat(size);
  const before = bundle({}, { "a.txt": "old a", "b.txt": "old b", "c.txt": "old c" });
  const now = bundle({}, { "a.txt": text("a", 1_500_000), "b.txt": text("b", 1_500_000), "c.txt": "c" });
  const { files } = reviewBundle(now, trusted(before));
  assert.deepEqual(files.slice(2).map(({ path, text, before, more }) => [path, text?.length, before, more]), [
    ["a.txt", 1_500_000, "old a", undefined],
    ["b.txt", undefined, undefined, true],
    ["c.txt", 1, "old c", undefined],
  ]);
  const asked = reviewTexts(now, trusted(before), "b.txt");
  assert.deepEqual([asked?.text?.length, asked?.before], [1_500_000, "old b"]);
  assert.equal(reviewTexts(now, trusted(before), "d.txt"), null);
});

Deno.test("reviewBundle() shows what the trusted version was only while it is what was trusted", () => {
  const before = bundle({}, { "lib/a.go": 'package lib\nimport "os/exec"' });
  const damaged = {
    ...trusted(before),
    files: new LazyFiles((path) => {
      throw new Error(path);
    }),
  };
  for (const path of before.files.keys()) damaged.files.add(path);
  const review = reviewBundle(bundle({}, { "lib/a.go": 'package lib\nimport "os/exec"\n' }), damaged);
  assert.equal(review.change, "update");
  assert.match(review.summary, /^It works in an account that you choose and can start other programs\.$/);
  assert.deepEqual(review.files.map(({ path, before }) => [path, before]), [
    ["manifest.json", undefined],
    ["actions/run.go", undefined],
    ["lib/a.go", undefined],
  ]);
});

Deno.test("reviewBundle() cuts long names and counts actions beyond a hundred", () => {
  const actions = Array.from(
    { length: 150 },
    (_, i) => ({ id: `a${i}`, label: "A", entry: "actions/run.go" }),
  );
  const review = reviewBundle(
    bundle({ name: "n".repeat(1000), description: "d".repeat(9000), actions }),
    null,
  );
  assert.deepEqual([review.name.length, review.description?.length], [200, 4000]);
  assert.deepEqual([review.actions.length, review.moreActions], [100, 50]);
});
