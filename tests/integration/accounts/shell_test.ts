import { equal, match } from "node:assert/strict";
import { join } from "node:path";
import { plainEnvironment } from "../../support/program/kedge.ts";
import { program } from "../../support/program/program.ts";
import { type FakeOptions, MARK } from "../../support/cloud/fake_portal.ts";
import { testOn } from "../../support/systems.ts";
import { asUser, type User } from "./stage.ts";

/** Runs `work` as a user who has signed in and read the names of accounts. */
const asSignedIn = (work: (user: User) => Promise<void>, options: FakeOptions = {}) =>
  asUser(options, async (user) => {
    await user.signIn();
    await user.kedge(["--accounts", "--refresh"]);
    await work(user);
  });

/** Milliseconds for a shell to show its prompt and to execute the typed lines. */
const PATIENCE = 60_000;

/** Quotes words for a shell. */
const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(" ");

/** Starts a command line of the shell in a terminal of its own. */
async function inTerminal(
  user: User,
  command: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Deno.ChildProcess> {
  return new Deno.Command("/usr/bin/script", {
    args: ["-qec", command, "/dev/null"],
    env: await plainEnvironment({ ...user.env, TERM: "xterm", ...env }),
    clearEnv: true,
    cwd: user.home,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/**
 * Runs `--exec` without a command in a terminal, types lines, and returns the output; expects the
 * exit status `ends`.
 */
async function typed(
  user: User,
  shell: string,
  lines: readonly string[],
  env: Readonly<Record<string, string>> = {},
  ends = 7,
): Promise<string> {
  const child = await inTerminal(user, quoted(program("--exec", "222222222222/Admin")), {
    SHELL: shell,
    XDG_RUNTIME_DIR: user.home,
    ...env,
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), PATIENCE);
  const writer = child.stdin.getWriter();
  let shown = "";
  const reading = (async () => {
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      const before = shown;
      shown += text;
      // Type only after the prompt, because earlier input may be lost.
      if (!before.includes(PROMPT_END) && shown.includes(PROMPT_END)) {
        await writer.write(new TextEncoder().encode([...lines, "exit 7", ""].join("\n")));
      }
    }
  })();
  const [{ code }, stderr] = await Promise.all([
    child.status,
    new Response(child.stderr).text(),
    reading,
  ]);
  clearTimeout(timer);
  equal(code, ends, `${shown}\n${stderr}`);
  await writer.close().catch(() => {});
  return shown;
}

/** The end of the prompt in any account. */
const PROMPT_END = "Admin) ";

const SHELLS: [shell: string, file: string, setting: string][] = [
  ["/bin/bash", ".bashrc", "PS1='mine> '; MINE=yes; PROMPT_COMMAND='true;'"],
  ["/usr/bin/zsh", ".zshrc", "PROMPT='mine> '; MINE=yes"],
  [
    "/usr/bin/fish",
    ".config/fish/config.fish",
    "function fish_prompt; echo -n 'mine> '; end; set -g MINE yes",
  ],
  ["/bin/sh", ".profile", ""],
];
for (const [shell, file, setting] of SHELLS) {
  testOn(
    ["shell"],
    `--exec without a command is ${shell} with the user's own settings, whose prompt names the account`,
    async () => {
      await asSignedIn(async (user) => {
        const path = join(user.home, file);
        await Deno.mkdir(join(path, ".."), { recursive: true });
        await Deno.writeTextFile(path, `${setting}\n`);
        // Without this folder, fish creates it in the background, even after its end.
        await Deno.mkdir(join(user.home, ".local/share/fish/generated_completions"), { recursive: true });
        const shown = await typed(user, shell, [
          "echo got $MINE $AWS_REGION > seen",
          "env > environment",
        ]);
        if (setting) match(shown, /\(shop-staging Admin\) mine> /);
        equal(
          await Deno.readTextFile(join(user.home, "seen")),
          setting ? "got yes us-west-2\n" : "got us-west-2\n",
        );
        const environment = await Deno.readTextFile(join(user.home, "environment"));
        match(environment, /^AWS_CONTAINER_CREDENTIALS_FULL_URI=http:\/\/127\.0\.0\.1:\d+\/credentials$/m);
        equal(/^AWS_(SECRET_ACCESS_KEY|SESSION_TOKEN)=/m.test(environment), false);
        equal(environment.includes(MARK), false);
      });
    },
  );
}

testOn(["shell"], "--exec without a command keeps the history of zsh where the user has it", async () => {
  await asSignedIn(async (user) => {
    await Deno.writeTextFile(join(user.home, ".zshrc"), "");
    // The system's files on macOS set this before the user's files are read.
    const HISTFILE = join(user.env.KEDGE_HOME!, "cache/shell/zsh/.zsh_history");
    const shown = await typed(user, "/usr/bin/zsh", ['echo "[$HISTFILE]"'], { HISTFILE });
    equal(shown.includes(`[${user.home}/.zsh_history]`), true, shown);
  });
});

testOn(
  ["shell"],
  "--exec without a command reads the user's files where unset names are errors",
  async () => {
    await asSignedIn(async (user) => {
      await Deno.writeTextFile(join(user.home, ".zshenv"), "setopt nounset\n");
      await Deno.writeTextFile(join(user.home, ".zshrc"), "own=read\n");
      const shown = await typed(user, "/usr/bin/zsh", ['echo "[$own]"'], {});
      equal(shown.includes("[read]"), true, shown);
    });
  },
);

testOn(["shell"], "--exec without a command says why the prompt of its shell cannot be written", async () => {
  await asSignedIn(async (user) => {
    const folder = join(user.home, ".kedge/cache/shell");
    await Deno.writeTextFile(folder, "");
    const shown = await typed(user, "/bin/bash", [], {}, 1);
    match(
      shown,
      /kedge: the prompt of the shell cannot be written to \S+shell: [^]*--exec ACCOUNT\/ROLE -- /,
    );
    equal(/\n\s+at /.test(shown), false);
  });
});

testOn(
  ["shell"],
  "--exec without a command renews the credentials as long as the shell is there",
  async () => {
    await asSignedIn(async (user) => {
      await typed(user, "/bin/bash", [
        `exec 3<>/dev/tcp/127.0.0.1/$(echo $AWS_CONTAINER_CREDENTIALS_FULL_URI | sed 's/.*:\\([0-9]*\\).*/\\1/')`,
        "printf 'GET /credentials HTTP/1.1\\r\\nHost: 127.0.0.1:%s\\r\\nAuthorization: %s\\r\\nConnection: close\\r\\n\\r\\n' " +
        "$(echo $AWS_CONTAINER_CREDENTIALS_FULL_URI | sed 's/.*:\\([0-9]*\\).*/\\1/') $AWS_CONTAINER_AUTHORIZATION_TOKEN >&3",
        "cat <&3 > answer",
      ]);
      const answer = await Deno.readTextFile(join(user.home, "answer"));
      match(answer, /^HTTP\/1\.1 200/);
      match(answer, /"AccessKeyId":"/);
    });
  },
);

testOn(["shell"], "--exec without a command writes nothing secret that a shell reads", async () => {
  await asSignedIn(async (user) => {
    await typed(user, "/bin/bash", []);
    const folder = join(user.env.KEDGE_HOME!, "cache/shell");
    for await (const { name, isFile } of Deno.readDir(folder)) {
      if (isFile) equal((await Deno.readTextFile(join(folder, name))).includes(MARK), false, name);
    }
  });
});

testOn(
  ["shell"],
  "an account with a hostile name puts nothing into a prompt that a shell would run",
  async () => {
    const name = "a$(touch pwned)`touch pwned`%{x%}\\h;'\"";
    const accounts = [{ id: "222222222222", name, email: "x@example.com", roles: ["Admin"] }];
    await asSignedIn(async (user) => {
      const shown = await typed(user, "/bin/bash", ["echo label $KEDGE_ACCOUNT"]);
      match(shown, /label [\w ,._@+=-]+ Admin/);
      equal(await Deno.stat(join(user.home, "pwned")).then(() => true, () => false), false);
    }, { accounts });
  },
);

/** Redirected streams of `--exec`. */
const REDIRECTED: readonly (readonly [what: string, redirection: string])[] = [
  ["standard input is", "</dev/null"],
  ["standard input and output are", "</dev/null >/dev/null"],
];
for (const [what, redirection] of REDIRECTED) {
  testOn(
    ["proc", "shell"],
    `--exec passes Ctrl+C of its terminal on to no command when ${what} not the terminal`,
    async () => {
      await asUser({}, async (user) => {
        await user.signIn();
        // A command in a session of its own gets no signal from the terminal, only those that Kedge
        // passes on.
        const script = "trap 'exit 4' INT; trap 'exit 3' TERM; echo ready $PPID >&2; " +
          "while :; do sleep 0.05; done";
        const words = program("--exec", "222222222222/Admin", "--", "setsid", "sh", "-c");
        // The shell stays and prints Kedge's exit status.
        const line = `trap : INT; { ${quoted(words)} "$SCRIPT"; echo ended $? >&2; } ${redirection}`;
        const child = await inTerminal(user, line, { SHELL: "/bin/sh", SCRIPT: script });
        const writer = child.stdin.getWriter();
        let shown = "", typed = false, stopped = false;
        for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
          shown += text;
          const kedge = /ready (\d+)\r/.exec(shown);
          if (kedge && !typed) {
            typed = true;
            await writer.write(new TextEncoder().encode("\x03"));
          }
          // The terminal prints this after it has sent the signal.
          if (kedge && !stopped && shown.includes("^C")) {
            stopped = true;
            Deno.kill(Number(kedge[1]), "SIGTERM");
          }
        }
        await writer.close().catch(() => {});
        await child.stderr.cancel();
        await child.status;
        match(shown, /ended 3\r/);
      });
    },
  );
}
