import assert from "node:assert/strict";
import { join } from "node:path";
import { cli, installActions, makeHome, runJson } from "../../support/program/actions.ts";
import { COMPILED, program } from "../../support/program/program.ts";
import { appVersion } from "../../../src/core/version.ts";
import { shopAt, startPostgres } from "../../support/servers/postgres.ts";

const SOURCE = `package action

import "kedge"

func Run(k *kedge.Ctx) error {
	name, ok, err := k.Ask(kedge.InputRequest{Title: "Greeting", Label: "Whom?", Min: 3})
	if err != nil {
		return err
	}
	k.Log("name", name, ok)
	password, _, err := k.Ask(kedge.InputRequest{Kind: "secret", Label: "Password"})
	if err != nil {
		return err
	}
	k.Log("password", len(password))
	choice, _, _ := k.Ask(kedge.InputRequest{Kind: "select", Label: "Colour", Options: []kedge.Option{{Label: "Red", Value: "r"}, {Label: "Blue", Value: "b"}}})
	k.Log("choice", choice)
	k.ShowProgress(kedge.ProgressOptions{Title: "Copying"})
	k.UpdateProgress(0.5, "half")
	k.HideProgress()
	yes, err := k.Confirm("Go on?")
	k.Log("confirmed", yes, err)
	k.Toast(kedge.ToastOptions{Type: "success", Title: "Saved"})
	return k.Alert("All done")
}
`;

/**
 * Runs a command in a terminal. Each step waits until the output since the previous step contains
 * its text, and then types or acts.
 */
async function onTerminal(
  home: string,
  args: string,
  typed: readonly (readonly [shown: string, text: string | (() => Promise<void>)])[],
  env: Readonly<Record<string, string>> = {},
) {
  const child = new Deno.Command("script", {
    args: ["-qefc", `${program().map((part) => `"${part}"`).join(" ")} ${args}`, "/dev/null"],
    env: { KEDGE_HOME: home, TERM: "xterm", NO_COLOR: "1", ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  let shown = "";
  let next = 0, from = 0;
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    shown += text;
    for (let at; next < typed.length && (at = shown.indexOf(typed[next]![0], from)) >= 0;) {
      from = at;
      const does = typed[next++]![1];
      if (typeof does === "string") await writer.write(new TextEncoder().encode(does));
      else await does();
    }
  }
  await writer.close().catch(() => {});
  return { shown, code: (await child.status).code };
}

Deno.test("--run asks on the terminal: refused answers again, secrets unseen, choices by number", async () => {
  const paths = await makeHome();
  try {
    await installActions(paths, "talk", [{ id: "all", source: SOURCE }]);
    const { shown, code } = await onTerminal(paths.home, "--run talk/all", [
      ["Whom?: ", "Al\n"],
      ["Use at least 3 characters", "Ada\n"],
      ["Password: ", "hunter2\x7f3\r"],
      ["Colour: ", "2\n"],
      ["Go on? [y/N] ", "y\n"],
      ["Press Enter to go on. ", "\n"],
    ]);
    assert.equal(code, 0, shown);
    for (
      const said of [
        "name Ada true",
        "password 7",
        "1) Red",
        "choice b",
        "confirmed true <nil>",
        "[success] Saved",
        "All done",
      ]
    ) {
      assert.ok(shown.includes(said), `${said} in ${shown}`);
    }
    assert.doesNotMatch(shown, /hunter/);
    assert.match(shown, /\[#{15}-{15}\] {2}50 % Copying: half/);
  } finally {
    await paths.remove();
  }
});

Deno.test("--run shows what is logged during a question above it, and the question again with what was typed", async () => {
  const paths = await makeHome();
  const source = `package action

import (
	"kedge"
	"os"
	"time"
)

// Logs as soon as the file is there.
func logOnce(k *kedge.Ctx, file, line string) {
	for {
		if _, err := os.Stat(file); err == nil {
			k.Log(line)
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func Run(k *kedge.Ctx) error {
	go logOnce(k, k.Config("first"), "one line")
	name, _, err := k.Ask(kedge.InputRequest{Label: "Whom?"})
	if err != nil {
		return err
	}
	k.Log("name", name)
	go logOnce(k, k.Config("second"), "another line")
	password, _, err := k.Ask(kedge.InputRequest{Kind: "secret", Label: "Password"})
	k.Log("password", len(password))
	return err
}
`;
  try {
    const first = join(paths.home, "first"), second = join(paths.home, "second");
    const manifest = { contextMode: "none", config: { first, second } };
    await installActions(paths, "talk", [{ id: "log", source, manifest }]);
    const { shown, code } = await onTerminal(paths.home, "--run talk/log", [
      ["Whom?: ", "Al"],
      ["Whom?: Al", () => Deno.writeTextFile(first, "")],
      ["one line\r\nWhom?: Al", "\x7fda\r"],
      ["Password: ", "hunter"],
      ["Password: ", () => Deno.writeTextFile(second, "")],
      ["another line\r\nPassword: ", "2\r"],
    ]);
    assert.equal(code, 0, shown);
    const gone = "\r\x1b[J";
    for (
      const said of [
        `Whom?: Al${gone}one line\r\nWhom?: Al`,
        `${gone}Whom?: Ada\r\n`,
        "name Ada",
        `Password: ${gone}another line\r\nPassword: \r\n`,
        "password 7",
      ]
    ) assert.ok(shown.includes(said), `${JSON.stringify(said)} in ${JSON.stringify(shown)}`);
    assert.doesNotMatch(shown, /hunter/);
  } finally {
    await paths.remove();
  }
});

Deno.test("--run asks for the logins of two servers one after the other", async () => {
  const paths = await makeHome();
  const real = await startPostgres();
  const source = `package action

import "kedge"

func Run(k *kedge.Ctx) error {
	failed := make(chan error)
	for _, server := range []string{"first", "second"} {
		server := server
		go func() {
			_, err := k.Query(server, "select 1")
			failed <- err
		}()
	}
	for i := 0; i < 2; i++ {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}
`;
  try {
    await installActions(paths, "talk", [{ id: "both", source }]);
    const servers = ["first", "second"].map((name) => ({ ...shopAt(real), name }));
    await Deno.writeTextFile(paths.config, JSON.stringify({ version: 2, servers }), { mode: 0o600 });
    const login = [["User on ", `${real.user}\n`], ["Password: ", `${real.password}\r`]] as const;
    // A keychain would cause a question about saving the login, so hide it.
    const env = { DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere/bus" };
    const { shown, code } = await onTerminal(paths.home, "--run talk/both", [...login, ...login], env);
    assert.equal(code, 0, shown);
    assert.deepEqual([...shown.matchAll(/User on (\w+): /g)].map(([, name]) => name).sort(), [
      "first",
      "second",
    ]);
    assert.equal(shown.includes(real.password), false);
  } finally {
    await real.stop();
    await paths.remove();
  }
});

Deno.test("--run asks the next question when Ctrl-D has cancelled one", async () => {
  const paths = await makeHome();
  try {
    await installActions(paths, "talk", [{ id: "all", source: SOURCE }]);
    const { shown, code } = await onTerminal(paths.home, "--run talk/all", [
      ["Whom?: ", "\x04"],
      ["Password: ", "hunter22\r"],
      ["Colour: ", "\x04"],
      ["Go on? [y/N] ", "y\n"],
      ["Press Enter to go on. ", "\n"],
    ]);
    assert.equal(code, 0, shown);
    for (const said of ["name  false", "password 8", "confirmed true <nil>"]) {
      assert.ok(shown.includes(said), `${said} in ${shown}`);
    }
  } finally {
    await paths.remove();
  }
});

Deno.test("--run is stopped by Ctrl-C in a question, also in one for a secret", async (t) => {
  const paths = await makeHome();
  try {
    await installActions(paths, "talk", [{ id: "all", source: SOURCE }]);
    await t.step("in a visible one", async () => {
      const { code, shown } = await onTerminal(paths.home, "--run talk/all", [["Whom?: ", "\x03"]]);
      assert.equal(code, 130, shown);
    });
    await t.step("in a secret one", async () => {
      const { code, shown } = await onTerminal(paths.home, "--run talk/all", [["Whom?: ", "Ada\n"], [
        "Password: ",
        "\x03",
      ]]);
      assert.equal(code, 130, shown);
    });
  } finally {
    await paths.remove();
  }
});

Deno.test("--run without a terminal takes answers from a file, shows what is said, and reads answers from its input and says when there are none", async () => {
  const paths = await makeHome();
  try {
    await installActions(paths, "talk", [{ id: "all", source: SOURCE }]);
    const piped = await cli(paths, ["--run", "talk/all"], { input: "Ada\nhunter2\n1\ny\n" });
    assert.equal(piped.code, 0, piped.stderr);
    assert.equal(piped.stdout, "name Ada true\npassword 7\nchoice r\nconfirmed true <nil>\n");
    const file = join(paths.home, "answers.json");
    await Deno.writeTextFile(file, JSON.stringify(["Ada", "hunter2", "r", true]));
    const given = await cli(paths, ["--run", "talk/all", "--answers", file]);
    assert.equal(given.stdout, piped.stdout);
    assert.match(given.stderr, /^All done$/m);
    const none = await cli(paths, ["--run", "talk/all"]);
    assert.equal(none.code, 1);
    assert.match(none.stderr, /kedge: a dialog has no answer: there is no terminal; give --answers FILE/);
  } finally {
    await paths.remove();
  }
});

Deno.test("--run prints all that an action prints, each line whole and in order, when that is piped", async () => {
  const paths = await makeHome();
  const source = `package action

import (
	"bufio"
	"fmt"
	"kedge"
	"os"
	"strings"
)

func Run(k *kedge.Ctx) error {
	secret, _, err := k.Ask(kedge.InputRequest{Kind: "secret", Label: "Password"})
	out := bufio.NewWriter(os.Stdout)
	for i := 0; i < 120000; i++ {
		fmt.Fprintf(out, "%06d %s\\n", i, strings.Repeat("x", 53))
	}
	out.Flush()
	long := strings.Repeat("long-", 40000)
	fmt.Println(long)
	fmt.Fprintln(os.Stderr, long)
	k.Log(long)
	fmt.Print(strings.Repeat("y", 63990) + secret + strings.Repeat("y", 100000))
	k.Log("the end")
	return err
}
`;
  try {
    await installActions(paths, "talk", [{ id: "export", source }]);
    const answers = join(paths.home, "answers.json");
    await Deno.writeTextFile(answers, '["planted-secret"]');
    const { code, stdout, stderr } = await cli(paths, ["--run", "talk/export", "--answers", answers]);
    assert.equal(code, 0, stderr.slice(-1000));
    const long = "long-".repeat(40_000);
    const lines = stdout.split("\n");
    const expected = [
      ...Array.from({ length: 120_000 }, (_, i) => `${String(i).padStart(6, "0")} ${"x".repeat(53)}`),
      long,
      long,
      `${"y".repeat(63_990)}•••${"y".repeat(100_000)}`,
      "the end",
      "",
    ];
    const wrong = expected.findIndex((line, i) => line !== lines[i]);
    assert.equal(wrong, -1, `line ${wrong} is ${lines[wrong]?.slice(0, 100)}`);
    assert.equal(lines.length, expected.length);
    assert.ok(stderr === `${long}\n`, stderr.slice(-1000));
    const kept = [...Deno.readDirSync(paths.logs)].find(({ name }) => name.endsWith("~cli.log"))!;
    const { size } = await Deno.stat(join(paths.logs, kept.name));
    assert.ok(size < 10_000_000, `the log has ${size} bytes`);
  } finally {
    await paths.remove();
  }
});

const wrong: [name: string, args: string[], code: number, says: RegExp][] = [
  ["no action", ["--run", "talk"], 2, /"talk" does not name an action; write EXTENSION\/ACTION/],
  ["an unknown extension", ["--run", "nothing/all"], 3, /there is no extension "nothing"\nkedge --list/],
  ["an unknown action", ["--run", "talk/none"], 3, /"talk" has no action "none"\nIts actions: all\./],
  ["no such answers", ["--run", "talk/all", "--answers", "/nonexistent"], 2, /\/nonexistent does not exist/],
];
Deno.test("--run says what is wrong with its arguments", async (t) => {
  const paths = await makeHome();
  try {
    await installActions(paths, "talk", [{ id: "all", source: SOURCE }]);
    for (const [name, args, code, says] of wrong) {
      await t.step(name, async () => {
        const result = await cli(paths, args);
        assert.equal(result.code, code, result.stderr);
        assert.match(result.stderr, says);
      });
    }
    await t.step("changed files", async () => {
      const file = `${paths.extensions}/talk/bundle/actions/all.go`;
      await Deno.writeTextFile(file, SOURCE + "// changed\n");
      const result = await cli(paths, ["--run", "talk/all", "--json"]);
      assert.equal(result.code, 3);
      assert.deepEqual(JSON.parse(result.stdout), {
        ok: false,
        status: "refused",
        error: 'the files of "talk" are not those you reviewed: actions/all.go was changed',
        log: [],
        shown: [],
        ms: 0,
      });
    });
  } finally {
    await paths.remove();
  }
});

Deno.test("--run and its log file obey nothing that an action's words would have a terminal do", async () => {
  const paths = await makeHome();
  const words = '"\\x1b]52;c;aGk=\\x07\\x1b[2J\\u009b1A\\u202eend"';
  const source = `package action

import (
	"errors"
	"fmt"
	"kedge"
)

func Run(k *kedge.Ctx) error {
	fmt.Println(${words})
	k.Toast(kedge.ToastOptions{Title: ${words}, Message: ${words}})
	return errors.New(${words})
}
`;
  try {
    await installActions(paths, "talk", [{ id: "escape", source }]);
    const { stdout, stderr } = await cli(paths, ["--run", "talk/escape"]);
    assert.match(stderr, /^kedge: 1Aend$/m);
    const logs = [...Deno.readDirSync(paths.logs)].map(({ name }) => join(paths.logs, name));
    const log = await Deno.readTextFile(logs.find((file) => /talk~escape~.*~cli\.log$/.test(file))!);
    assert.match(log, /^failed after \d+ ms: .*end$/m);
    // deno-lint-ignore no-control-regex
    const obeyed = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/;
    for (const text of [stdout, stderr, log]) assert.doesNotMatch(text, obeyed);
  } finally {
    await paths.remove();
  }
});

Deno.test("--run refuses an action for a newer Kedge, in a release only", async () => {
  const paths = await makeHome();
  try {
    const source = 'package action\n\nimport "kedge"\n\nfunc Run(k *kedge.Ctx) error { return nil }\n';
    await installActions(paths, "new", [{ id: "a", source }], {}, { minAppVersion: "9.0.0" });
    const run = (env: Record<string, string>) => cli(paths, ["--run", "new/a"], { env });
    // A development build fulfils every requirement, and only there the version can be set.
    assert.equal((await run({})).code, COMPILED ? 3 : 0);
    assert.equal((await run({ KEDGE_VERSION: "9.0.0" })).code, COMPILED ? 3 : 0);
    const refused = await run({ KEDGE_VERSION: "8.9.9" });
    const version = COMPILED ? appVersion().version : "8.9.9";
    assert.equal(refused.code, 3);
    assert.ok(
      refused.stderr.includes(`"Test new" needs kedge ≥ 9.0.0, this is ${version}\nUpdate Kedge.`),
      refused.stderr,
    );
  } finally {
    await paths.remove();
  }
});

Deno.test("--run says which dialog has no answer without the secret that the action put into it", async () => {
  const paths = await makeHome();
  const source = `package action

import "kedge"

func Run(k *kedge.Ctx) error {
	typed, _, err := k.Ask(kedge.InputRequest{Kind: "secret", Label: "Password"})
	if err != nil {
		return err
	}
	_, err = k.Confirm("Is " + typed + " right?")
	return err
}
`;
  try {
    await installActions(paths, "talk", [{ id: "leak", source }]);
    const { document, stderr } = await runJson(paths, "talk/leak", ["planted-secret"]);
    assert.equal(document.error, 'the confirm "Is ••• right?" has no answer left (1 given)');
    assert.equal(document.log.some(({ text }) => text.includes("planted")), false);
    assert.equal(stderr.includes("planted"), false);
  } finally {
    await paths.remove();
  }
});
