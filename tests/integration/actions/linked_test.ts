import assert from "node:assert/strict";
import { compileAction, findGo } from "../../../src/core/actions/mod.ts";
import { isEnough, languageVersion } from "../../../src/core/actions/build/go.ts";
import { linkedAmong } from "../../../src/core/actions/build/linked.ts";
import { LOOKED_FOR, unaccounted } from "../../../src/core/extensions/review/unaccounted.ts";
import { hostSystem } from "../../../src/core/platform/mod.ts";
import { LINKED } from "../../../src/core/extensions/review/library/linked/mod.ts";
import { ATTACKS } from "../../support/bundles/attacks.ts";
import { makeHome } from "../../support/program/actions.ts";

const ENTRY = "actions/run.go";
const files = (source: string, more: Readonly<Record<string, string>> = {}) =>
  new Map(
    Object.entries({ [ENTRY]: `package action\n${source}`, ...more })
      .map(([path, text]) => [path, new TextEncoder().encode(text)]),
  );
/** Returns the system and the Go version of this machine. */
async function linkedBy() {
  const go = await findGo();
  assert.ok("path" in go);
  return { system: hostSystem().name, release: languageVersion(go.version) };
}

const RUN = "func Run(k *kedge.Ctx) error";

/**
 * Compiles an action although its review would refuse it, and returns the functions linked into it.
 */
async function linked(source: ReturnType<typeof files>): Promise<string[]> {
  const paths = await makeHome();
  try {
    let found: readonly string[] = [];
    const result = await compileAction(paths, { entry: ENTRY, files: source }, {
      look: (_files, _entry, linked) => (found = linked, null),
    });
    assert.ok(result.ok, JSON.stringify(result));
    return [...found];
  } finally {
    await paths.remove();
  }
}

/** Sources whose review lists all their abilities, with that list. */
const HONEST: readonly (readonly [name: string, source: string])[] = [
  ["nothing", `import "kedge"\n${RUN} { return k.Alert("x") }`],
  [
    "everything that computes",
    `import ("bytes"; "encoding/json"; "errors"; "flag"; "fmt"; "log"; "log/slog"; "math/big"; "os"; "regexp"; "sort"
	"strings"; "text/tabwriter"; "time"; "compress/gzip"; "crypto/sha256"; "encoding/csv"; "net"; "net/url"; "kedge")
${RUN} {
	var b bytes.Buffer
	json.NewEncoder(&b).Encode(map[string]any{"at": time.Now().Local().String()})
	log.Println(fmt.Sprint(errors.New("x")), flag.Arg(0), big.NewInt(1), regexp.MustCompile("x").String())
	slog.Info("x", "y", strings.Fields("a b"))
	sort.Strings(os.Args)
	tabwriter.NewWriter(os.Stdout, 1, 1, 1, ' ', 0).Flush()
	gzip.NewWriter(&b).Close()
	csv.NewReader(&b).Read()
	u, _ := url.Parse("http://x")
	os.Stderr.Chmod(0)
	os.Stdout.Sync()
	return k.Alert(u.String() + net.JoinHostPort("a", "1") + fmt.Sprint(sha256.Sum256(nil), net.ParseIP("::1")))
}`,
  ],
  [
    "encryption",
    `import ("crypto/aes"; "crypto/cipher"; "kedge")
${RUN} {
	block, _ := aes.NewCipher(make([]byte, 16))
	sealed, err := cipher.NewGCM(block)
	k.Log(sealed.Seal(nil, make([]byte, 12), nil, nil))
	return err
}`,
  ],
  [
    "files of its own",
    `import ("io/fs"; "testing/fstest"; "kedge")
${RUN} {
	return fs.WalkDir(fstest.MapFS{}, ".", func(_ string, entry fs.DirEntry, err error) error {
		info, err := entry.Info()
		k.Log(info)
		return err
	})
}`,
  ],
  [
    "templates",
    `import ("os"; "text/template"; "kedge")
${RUN} { return template.Must(template.New("x").Parse("{{.Dir}}")).Execute(os.Stdout, k) }`,
  ],
  ["a web client", `import "kedge"\n${RUN} { _, err := k.HTTP().Get("http://127.0.0.1:1"); return err }`],
  [
    "HTTP in a comment",
    `import ("reflect"; "kedge")\n// HTTP\n${RUN} { k.Log(reflect.TypeOf(k).Name()); return nil }`,
  ],
  [
    "files",
    `import ("os"; "path/filepath"; "kedge")
${RUN} { filepath.Glob("*"); _, err := os.ReadFile("x"); os.WriteFile("x", nil, 0); return err }`,
  ],
  ["programs", `import ("os/exec"; "kedge")\n${RUN} { return exec.Command("true").Run() }`],
  [
    "settings",
    `import ("mime"; "time"; "kedge")
${RUN} { _, err := time.LoadLocation("Europe/Berlin"); k.Log(mime.TypeByExtension(".x")); return err }`,
  ],
  [
    "a profile",
    `import ("os"; "runtime/pprof"; "kedge")
${RUN} { return pprof.Lookup("heap").WriteTo(os.Stdout, 0) }`,
  ],
];

for (const [name, source] of HONEST) {
  Deno.test(`unaccounted() finds nothing in an action of ${name}`, async () => {
    const bundle = files(source);
    assert.deepEqual(unaccounted(bundle, ENTRY, await linked(bundle), await linkedBy()), null);
  });
}

Deno.test("unaccounted() knows what the Go of this machine links by itself", async () => {
  const { system, release } = await linkedBy();
  assert.ok(
    LINKED[system].releases.includes(release),
    `run tests/support/library/linked.ts --write with Go ${release}`,
  );
});

Deno.test("linkedAmong() finds none of the functions in an action that only talks to Kedge", async () => {
  assert.deepEqual(await linked(files(`import "kedge"\n${RUN} { return k.Alert("x") }`)), []);
});

/**
 * Attacks that are compared with a review that finds nothing, and the ability that the check of linked functions must still report.
 */
const REPORTED: Readonly<Record<string, string>> = {
  "a listener by a field that is not exported": "use the network",
  "a test's value by inference": "read environment variables",
  "a certificate by a field of what is harmless": "read your files",
  "a client by a method that only an interface names": "use the network",
};

for (const { name, source, more, since = "1.19" } of ATTACKS.filter(({ name }) => REPORTED[name])) {
  Deno.test(`unaccounted() tells of ${name}, though the review would not`, async () => {
    const go = await findGo();
    assert.ok("path" in go);
    // An older Go cannot compile it.
    if (
      !isEnough(go.version) || Number(/^go1\.(\d+)/.exec(go.version)?.[1] ?? 99) < Number(since.split(".")[1])
    ) {
      return;
    }
    const found = unaccounted(
      files(`import "kedge"\n${RUN} { return nil }`),
      ENTRY,
      await linked(files(source, more)),
      await linkedBy(),
    );
    assert.ok(found?.abilities.join().includes(REPORTED[name]!), JSON.stringify(found));
  });
}

Deno.test("compileAction() refuses a program that can do more than its review said, and keeps none of it", async () => {
  const paths = await makeHome();
  try {
    const source = files(`import ("os"; "kedge")\n${RUN} { return os.Remove("x") }`);
    const harmless = files(`import "kedge"\n${RUN} { return nil }`);
    for (let times = 0; times < 2; times++) {
      const result = await compileAction(paths, { entry: ENTRY, files: source }, {
        look: (_, entry, linked, by) => unaccounted(harmless, entry, linked, by),
      });
      assert.deepEqual(result.ok ? result : { error: result.error, hint: result.hint?.slice(0, 16) }, {
        error: `the compiled ${ENTRY} can change your files (os.Remove), which its review did not say`,
        hint: "It does not run.",
      });
    }
  } finally {
    await paths.remove();
  }
});

Deno.test("linkedAmong() looks a program through whose table it cannot read", () => {
  const program = new TextEncoder().encode("x\0os.Remove\0y\0os.RemoveAllx\0");
  assert.deepEqual(linkedAmong(program, LOOKED_FOR), ["os.Remove"]);
});
