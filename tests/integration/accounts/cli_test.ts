import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cachedList, cachedLists } from "../../../src/core/resources/cached_list.ts";
import { plainEnvironment } from "../../support/program/kedge.ts";
import { refuse } from "../../support/cloud/portal.ts";
import { program } from "../../support/program/program.ts";
import { interrupt } from "../../support/program/interrupt.ts";
import { has, type Need, testOn } from "../../support/systems.ts";
import { asUser, CONFIG, type User } from "./stage.ts";

const ACCOUNTS = [
  {
    accountId: "222222222222",
    name: "shop-staging",
    email: "aws+shop-staging@example.com",
    env: null,
    region: "us-west-2",
    configured: true,
    roles: ["Admin"],
  },
  {
    accountId: "111111111111",
    name: "shop-production",
    email: "aws+shop-production@example.com",
    env: "prd",
    configured: false,
    roles: ["Admin", "Reader"],
  },
  {
    accountId: "333333333333",
    name: "sandbox ünï",
    email: "aws+sandbox@example.com",
    env: null,
    configured: false,
    roles: ["Admin", "Power.User"],
  },
];

/** A running command line, whose standard error is read line by line. */
class Running {
  readonly child: Deno.ChildProcess;
  readonly lines: string[] = [];
  readonly #done: Promise<void>;
  #rest = "";
  #heard = () => {};

  constructor(child: Deno.ChildProcess) {
    this.child = child;
    this.#done = (async () => {
      for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
        const lines = (this.#rest + text).split("\n");
        this.#rest = lines.pop()!;
        this.lines.push(...lines);
        this.#heard();
      }
    })();
  }

  /** Returns the first line that matches; with `question` also an unfinished line. */
  async line(like: RegExp, question = false): Promise<string> {
    for (;;) {
      const found = [...this.lines, ...(question ? [this.#rest] : [])].find((line) => like.test(line));
      if (found !== undefined) return found;
      const heard = new Promise<boolean>((resolve) => this.#heard = () => resolve(true));
      if (!await Promise.race([heard, this.#done.then(() => false)])) {
        throw new Error(`${like} did not come: ${this.lines.join("\n")}`);
      }
    }
  }

  async end(): Promise<{ code: number; stdout: string }> {
    const [stdout, { code }] = await Promise.all([new Response(this.child.stdout).text(), this.child.status]);
    await this.#done;
    return { code, stdout };
  }
}

async function start(user: User, ...args: string[]): Promise<Running> {
  return await startWith(user, "null", args);
}

async function startWith(
  user: User,
  stdin: "null" | "piped",
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const main = fileURLToPath(new URL("../../../main.ts", import.meta.url));
  return new Running(
    new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "-q", "--no-check", main, ...args],
      env: await plainEnvironment({ ...user.env, ...env }),
      clearEnv: true,
      cwd: user.home,
      stdin,
      stdout: "piped",
      stderr: "piped",
    }).spawn(),
  );
}

Deno.test("kedge --sign-in --no-browser prints the address alone on its line and waits for the browser", async () => {
  await asUser({}, async (user) => {
    const running = await start(user, "--sign-in", "--no-browser", "--json");
    const address = await running.line(/^http:\/\/\S+$/);
    equal(new URL(address).pathname, "/authorize");
    match(await (await fetch(address)).text(), /You are signed in/);
    const { code, stdout } = await running.end();
    equal(code, 0, running.lines.join("\n"));
    const document = JSON.parse(stdout);
    deepEqual(Object.keys(document), ["ok", "expiresAt"]);
    equal(document.ok, true);
    equal(new Date(document.expiresAt).toISOString(), document.expiresAt);
    equal(Object.values(await user.tokens()).filter((token) => "accessToken" in token).length, 1);
  });
});

Deno.test("kedge --sign-in --device prints the code and the address, and waits until it is typed", async () => {
  await asUser({}, async (user) => {
    const running = await start(user, "--sign-in", "--device");
    const address = await running.line(/^http:\/\/\S+$/);
    const code = (await running.line(/^ {2}[0-9A-F]{4}-[0-9A-F]{4}$/)).trim();
    equal(new URL(address).hash.endsWith(`user_code=${code}`), true);
    user.fake.type(code, "approved");
    const ended = await running.end();
    equal(ended.code, 0);
    match(ended.stdout, /^Signed in at d-1234567890\.awsapps\.com until /);
  });
});

const STOPS: readonly (readonly [
  name: string,
  need: Need,
  stop: (child: Deno.ChildProcess, user: User) => Promise<void> | void,
])[] = [
  ["Ctrl+C", "interrupt", (child, { home }) => interrupt(child, home)],
  ["the system", "signals", (child) => child.kill("SIGTERM")],
];
for (const [name, need, stop] of STOPS) {
  testOn([need], `kedge --sign-in ends with 130 when ${name} stops it`, async () => {
    await asUser({}, async (user) => {
      const running = await start(user, "--sign-in", "--no-browser");
      await running.line(/^http:/);
      await stop(running.child, user);
      equal((await running.end()).code, 130);
      equal(Object.values(await user.tokens()).some((token) => "accessToken" in token), false);
    });
  });
}

for (const [name, need, stop] of STOPS) {
  testOn(
    [need],
    `kedge --aws-profiles ends with 130 and writes nothing when ${name} stops its question`,
    async () => {
      await asUser({}, async (user) => {
        const running = await startWith(user, "piped", ["--aws-profiles", "111111111111/Reader"]);
        await running.line(/^Write this\? \[y\/N\] $/, true);
        await stop(running.child, user);
        const { code, stdout } = await running.end();
        deepEqual([code, stdout, running.lines.at(-1)], [130, "", "kedge: Stopped."]);
        equal(await Deno.stat(join(user.home, ".aws/config")).then(() => true, () => false), false);
        await running.child.stdin.close().catch(() => {});
      });
    },
  );
}

for (const [name, need, stop] of STOPS) {
  testOn(
    [need],
    `kedge --run ends with 130 and its document when ${name} stops it while the portal is asked`,
    async () => {
      await asUser({}, async (user) => {
        await user.signIn();
        const asked = Promise.withResolvers<void>(), answer = Promise.withResolvers<undefined>();
        user.fake.misbehave = (_, { pathname }) => {
          if (pathname !== "/assignment/accounts") return undefined;
          asked.resolve();
          return answer.promise;
        };
        const running = await start(user, "--run", "x/a", "--account", "shop-production", "--json");
        await asked.promise;
        await stop(running.child, user);
        const { code, stdout } = await running.end();
        answer.resolve(undefined);
        const { ok, status, error } = JSON.parse(stdout);
        deepEqual([code, ok, status, error], [130, false, "stopped", "Stopped."]);
      });
    },
  );
}

for (const [name, need, stop] of STOPS) {
  testOn(
    [need, "proc", "shell"],
    `kedge --console ends with 130 when ${name} stops it before a browser came`,
    async () => {
      await asUser({}, async (user) => {
        const { url } = user.fake, opened = Promise.withResolvers<void>();
        // A program that reports success and opens nothing.
        await Deno.writeTextFile(join(user.home, "xdg-open"), `#!/bin/sh\ncurl -s ${url}/opened\n`, {
          mode: 0o755,
        });
        user.fake.misbehave = (_, { pathname }) => {
          if (pathname === "/opened") opened.resolve();
          if (pathname === "/federation") return Response.json({ SigninToken: "token" });
          return new Response(
            "<GetCallerIdentityResponse><GetCallerIdentityResult><Account>444444444444</Account>" +
              "<Arn>arn:aws:sts::444444444444:assumed-role/Reader/me</Arn>" +
              "</GetCallerIdentityResult></GetCallerIdentityResponse>",
          );
        };
        const running = await startWith(user, "null", ["--console", "444444444444/Reader"], {
          PATH: `${user.home}:${Deno.env.get("PATH")}`,
          AWS_ACCESS_KEY_ID: "ASIA",
          AWS_SECRET_ACCESS_KEY: "s",
          AWS_SESSION_TOKEN: "t",
          AWS_ENDPOINT_URL_STS: url,
          AWS_ENDPOINT_URL_SIGNIN: url,
        });
        const ended = running.end();
        await Promise.race([opened.promise, ended]);
        await stop(running.child, user);
        deepEqual([(await ended).code, running.lines], [130, ["kedge: Stopped."]]);
      }, {});
    },
  );
}

const SILENT: readonly (readonly [path: string, ...args: string[]])[] = [
  ["/federation/credentials", "--credentials", "111111111111/Reader"],
  ["/assignment/accounts", "--accounts"],
  ["/assignment/roles", "--accounts"],
];
for (const [path, ...args] of SILENT) {
  testOn(
    ["signals"],
    `kedge ${args.join(" ")} ends with 130 when it is stopped before ${path} answers`,
    async () => {
      await asUser({}, async (user) => {
        await user.signIn();
        const asked = Promise.withResolvers<void>(), go = Promise.withResolvers<undefined>();
        user.fake.misbehave = (_, { pathname }) => {
          if (pathname !== path) return undefined;
          asked.resolve();
          return go.promise;
        };
        const running = await start(user, ...args);
        await asked.promise;
        running.child.kill("SIGINT");
        const { code, stdout } = await running.end();
        go.resolve(undefined);
        deepEqual([code, stdout, running.lines], [130, "", ["kedge: Stopped."]]);
      });
    },
  );
}

Deno.test("two kedge --sign-in at once both end when one browser has signed in", async () => {
  await asUser({}, async (user) => {
    const [one, two] = [
      await start(user, "--sign-in", "--no-browser"),
      await start(user, "--sign-in", "--no-browser"),
    ];
    await two.line(/^http:/);
    await (await fetch(await one.line(/^http:/))).text();
    deepEqual([(await one.end()).code, (await two.end()).code], [0, 0]);
    equal(user.fake.world.sessions.length, 1);
  });
});

Deno.test("kedge --accounts lists what can be reached, and what is configured without a sign-in", async () => {
  await asUser({}, async (user) => {
    const before = await user.kedge(["--accounts", "--json"]);
    equal(before.code, 0);
    deepEqual(JSON.parse(before.stdout), [{
      accountId: "222222222222",
      env: null,
      region: "us-west-2",
      configured: true,
      roles: [],
    }]);
    match(before.stderr, /kedge --sign-in/);

    await user.signIn();
    const { stdout, stderr } = await user.kedge(["--accounts", "--json"]);
    deepEqual(JSON.parse(stdout), ACCOUNTS, stderr);
    const calls = user.fake.calls.length;
    deepEqual(JSON.parse((await user.kedge(["--accounts", "--json"])).stdout), ACCOUNTS);
    equal(user.fake.calls.length, calls, "the second list came from the first");

    user.fake.accounts = user.fake.accounts.slice(0, 1);
    const fresh = JSON.parse((await user.kedge(["--accounts", "--refresh", "--json"])).stdout);
    deepEqual(fresh.map(({ accountId }: { accountId: string }) => accountId), [
      "222222222222",
      "111111111111",
    ]);

    match((await user.kedge(["--accounts"])).stdout, /^prd +shop-production +111111111111 +Admin, Reader$/m);

    const lists = join(user.home, ".kedge/cache/resources");
    const name = { kind: "secrets", account: "111111111111", region: "eu-central-1" } as const;
    const kept = (role: string, bySession: boolean) =>
      cachedList(lists, { ...name, role }, String, () => bySession)
        .write({ at: 1, rows: [{ source: 0, row: "orders/db" }] });
    await kept("Admin", true);
    await kept("own", false);
    equal((await user.kedge(["--sign-out", "--json"])).stdout, `{"ok":true}\n`);
    // Signing out deletes what was read with that session, and nothing else.
    deepEqual((await Array.fromAsync(cachedLists(lists))).map(({ role }) => role), ["own"]);
    // Names of accounts are kept.
    const after = JSON.parse((await user.kedge(["--accounts", "--json"])).stdout);
    deepEqual(after, [{ ...ACCOUNTS[0], roles: [] }]);
  });
});

for (const status of [400, 403, 404]) {
  Deno.test(`kedge --accounts lists every account and ends with 0 when the portal answers ${status} for the roles of one`, async () => {
    await asUser({}, async (user) => {
      await user.signIn();
      const last = ACCOUNTS.at(-1)!;
      const misbehave: typeof user.fake.misbehave = (_, { pathname, searchParams }) =>
        pathname === "/assignment/roles" && searchParams.get("account_id") === last.accountId
          ? refuse(status, "ResourceNotFoundException", "gone")
          : undefined;
      const listed = async (...args: string[]) => {
        const { code, stdout, stderr } = await user.kedge(["--accounts", "--json", ...args]);
        return { code, accounts: JSON.parse(stdout), told: stderr.split(last.accountId).length - 1 };
      };
      user.fake.misbehave = misbehave;
      deepEqual(await listed(), {
        code: 0,
        accounts: [...ACCOUNTS.slice(0, -1), { ...last, roles: [] }],
        told: 1,
      });
      user.fake.misbehave = null;
      deepEqual(await listed(), { code: 0, accounts: ACCOUNTS, told: 0 });
      user.fake.misbehave = misbehave;
      // The known accounts stay.
      deepEqual(await listed("--refresh"), { code: 0, accounts: ACCOUNTS, told: 1 });
    });
  });
}

Deno.test("kedge --credentials prints the document of credential_process", async () => {
  await asUser({}, async (user) => {
    await user.signIn();
    const { code, stdout, stderr } = await user.kedge(["--credentials", "111111111111/Reader"]);
    equal(code, 0, stderr);
    deepEqual(Object.keys(JSON.parse(stdout)), [
      "Version",
      "AccessKeyId",
      "SecretAccessKey",
      "SessionToken",
      "Expiration",
    ]);
    const only = await user.kedge(["--credentials", "222222222222"]);
    equal(JSON.parse(only.stdout).Version, 1);
  });
});

const REFUSED: [args: string[], code: number, says: RegExp][] = [
  [["--credentials", "111111111111/Nobody"], 1, /denies it \(No access\)[^]*kedge --accounts --refresh/],
  [
    ["--credentials", "111111111111/admin"],
    1,
    /denies it \(No access\)[^]*Did you mean "Admin"\? See which roles you have: kedge --accounts --refresh/,
  ],
  [["--exec", "111111111111/Raeder", "--", "true"], 1, /Did you mean "Reader"\?/],
  [
    ["--exec", "111111111111/Admin", "--region", "no!", "--", "true"],
    2,
    /--region "no!" does not look like an AWS region\n.*eu-central-1/,
  ],
  [["--exec", "111111111111/Admin", "--region", "", "--", "true"], 2, /--region "" does not look like/],
  [["--secrets", "111111111111/Admin", "--region", "eu_central_1"], 2, /Did you mean "eu-central-1"\?/],
  [["--run", "x/y", "--region", "no!"], 2, /--region "no!" does not look like an AWS region/],
  [["--run", "x/y", "--region", ""], 3, /there is no extension "x"/],
  [["--credentials", "999999999999/Admin"], 1, /denies it/],
  [["--credentials", "111111111111"], 1, /several roles[^]*Admin, Reader/],
  [["--credentials", "nowhere/Admin"], 2, /no account is called "nowhere"[^]*12 digits/],
  [
    ["--credentials", "shop-stagin/Admin"],
    2,
    /no account is called "shop-stagin"[^]*Did you mean "shop-staging"\?/,
  ],
  [["--credentials", "1/2/3"], 2, /is not ACCOUNT\/ROLE/],
  [["--aws-profiles", "111111111111/Reader", "1/2/3"], 2, /^kedge: "1\/2\/3" is not ACCOUNT\/ROLE/],
  [
    ["--exports", "111111111111/Admin", "--shell", "tcsh"],
    2,
    /there is no shell "tcsh"[^]*sh, fish, powershell, cmd/,
  ],
  [["--console", "111111111111/Admin", "Not A Service"], 2, /is not a service/],
  [["--exec"], 2, /--exec needs/],
  [["--exec", "111111111111/Admin"], 2, /--exec needs a command, except on a terminal/],
  [
    ["--exec", "111111111111/Admin", "ls", "-h"],
    2,
    /flags of Kedge\n.*: kedge --exec 111111111111\/Admin -- ls …/,
  ],
  [["--exec", "111111111111/Admin", "--", "/nonexistent/program"], 127, /was not found/],
  [
    ["--exec", "111111111111/Admin", "--", has("cmd") ? "C:\\windows\\win.ini" : "/etc/passwd"],
    126,
    /could not be started/,
  ],
];
Deno.test("kedge says what is wrong and what to do", async (t) => {
  await asUser({}, async (user) => {
    await user.signIn();
    await user.kedge(["--accounts"]);
    for (const [args, code, says] of REFUSED) {
      await t.step(args.join(" "), async () => {
        const result = await user.kedge(args);
        match(result.stderr, says);
        equal(result.code, code);
        equal(result.stdout, "");
      });
    }
  });
});

Deno.test("kedge without a portal or a session says what is missing", async () => {
  await asUser({}, async (user) => {
    const none = await user.kedge(["--credentials", "111111111111/Admin"]);
    equal(none.code, 1);
    match(none.stderr, /You are not signed in\.\nSign in: kedge --sign-in/);
    equal((await user.kedge(["--sign-out"])).stdout, "You were not signed in.\n");
  });
  await asUser({}, async (user) => {
    for (const command of ["--sign-in", "--sign-out"]) {
      const { code, stdout } = await user.kedge([command, "--json"]);
      equal(code, 1);
      deepEqual(JSON.parse(stdout), {
        ok: false,
        error: "No sign-in portal is configured.",
        hint: "Set ssoStartUrl and ssoRegion in config.json.",
      });
    }
  }, {});
});

Deno.test("kedge --console gives the portal's link with region and service", async () => {
  await asUser({}, async (user) => {
    await user.signIn();
    const cases: [args: string[], address: string][] = [
      [
        ["111111111111/Reader"],
        "account_id=111111111111&role_name=Reader&destination=https%3A%2F%2Feu-west-1.console.aws.amazon.com%2Fconsole%2Fhome%3Fregion%3Deu-west-1",
      ],
      [
        ["222222222222/Admin", "ecs"],
        "account_id=222222222222&role_name=Admin&destination=https%3A%2F%2Fus-west-2.console.aws.amazon.com%2Fecs%2Fv2%2Fclusters%3Fregion%3Dus-west-2",
      ],
    ];
    for (const [args, query] of cases) {
      const { stdout } = await user.kedge(["--console", ...args, "--json"]);
      deepEqual(JSON.parse(stdout), { address: `${CONFIG.ssoStartUrl}/#/console?${query}` });
    }
  });
});

testOn(["shell"], "kedge --exec runs a command with credentials of its own and ends as it ends", async () => {
  await asUser({}, async (user) => {
    await user.signIn();
    const script =
      'curl -s -H "Authorization: $AWS_CONTAINER_AUTHORIZATION_TOKEN" "$AWS_CONTAINER_CREDENTIALS_FULL_URI"; ' +
      'echo; echo "$AWS_REGION $AWS_PROFILE$AWS_ACCESS_KEY_ID $KEPT"; exit 7';
    const { code, stdout, stderr } = await user.kedge(
      ["--exec", "222222222222/Admin", "--", "sh", "-c", script],
      { AWS_PROFILE: "other", AWS_ACCESS_KEY_ID: "other", KEPT: "kept" },
    );
    equal(code, 7, stderr);
    const [document, line] = stdout.trim().split("\n");
    equal(/^ASIA/.test(JSON.parse(document!).AccessKeyId), true);
    equal(line, "us-west-2  kept");
    const region = await user.kedge([
      ...[
        "--exec",
        "222222222222/Admin",
        "--region",
        "eu-north-1",
        "--",
        "sh",
        "-c",
        "echo $AWS_DEFAULT_REGION --json",
      ],
    ]);
    equal(region.stdout, "eu-north-1 --json\n");
    const input = await user.kedge(["--exec", "222222222222/Admin", "--", "cat"], {}, "from outside");
    equal(input.stdout, "from outside");
  });
});

/**
 * Locations of the user's AWS configuration below the home folder, and the variable that names
 * each.
 */
const CONFIGS: readonly (readonly [where: string, file: string, env: Readonly<Record<string, string>>])[] = [
  ["in its usual place", ".aws/config", {}],
  ["where AWS_CONFIG_FILE says", "elsewhere", { AWS_CONFIG_FILE: "~/elsewhere" }],
];
for (const [where, file, env] of CONFIGS) {
  Deno.test(`kedge in a command of kedge --exec has the user's sign-in and profiles ${where}`, async () => {
    await asUser({}, async (user) => {
      const usual = join(user.home, ".aws/config"), config = join(user.home, file);
      await Deno.mkdir(join(user.home, ".aws"));
      await Deno.writeTextFile(
        usual,
        `[sso-session corp]\nsso_start_url = ${CONFIG.ssoStartUrl}\nsso_region = ${CONFIG.ssoRegion}\n`,
      );
      await user.signIn();
      await Deno.rename(usual, config);
      const inside = (...args: string[]) => ["--exec", "222222222222/Admin", "--", ...program(...args)];
      const exports = ["--exports", "111111111111/Reader", "--shell", "sh"];
      for (const args of [inside(...exports), inside(...inside(...exports))]) {
        const { code, stdout, stderr } = await user.kedge(args, env);
        equal(code, 0, stderr);
        match(stdout, /ASIA/);
      }
      const written = await user.kedge(inside("--aws-profiles", "111111111111/Reader", "--yes"), env);
      equal(written.code, 0, written.stderr);
      match(await Deno.readTextFile(config), /^\[profile .*Reader\]$/m);
      equal((await user.kedge(inside("--sign-out", "--json"), env)).stdout, `{"ok":true}\n`);
      deepEqual(Object.values(await user.tokens()).filter((token) => "accessToken" in token), []);
    });
  });
}

/** Words that the command line of some system would split, expand or drop. */
const WORDS = [
  "two words",
  'a "quote"',
  "it's",
  "%PATH%",
  "a&b|c<d>e",
  "^",
  "end\\",
  'end\\"',
  "",
  "é日🔑",
  "$HOME",
  "*",
];

testOn(["cmd"], "kedge --exec starts what cmd would, also a program of npm's", async () => {
  await asUser({}, async (user) => {
    await user.signIn();
    const folder = join(user.home, "a folder");
    await Deno.mkdir(folder);
    await Deno.writeTextFile(join(folder, "tool.cmd"), "@echo %AWS_REGION% %1\r\n@exit 5\r\n");
    const env = { PATH: `${folder};${Deno.env.get("PATH")}` };
    for (const name of ["tool", "tool.cmd", join(folder, "tool")]) {
      const { code, stdout } = await user.kedge(["--exec", "222222222222/Admin", "--", name, "word"], env);
      deepEqual([code, stdout.trim().replaceAll('"', "")], [5, "us-west-2 word"], name);
    }
  });
});

Deno.test("kedge --exec hands every word on as it is, with credentials, standard input and the status", async () => {
  await asUser({}, async (user) => {
    await user.signIn();
    const program = join(user.home, "a program.ts");
    await Deno.writeTextFile(
      program,
      `const env = (name) => Deno.env.get(name);
const answer = await fetch(env("AWS_CONTAINER_CREDENTIALS_FULL_URI"), {
  headers: { Authorization: env("AWS_CONTAINER_AUTHORIZATION_TOKEN") },
});
const { AccessKeyId } = await answer.json();
const input = await new Response(Deno.stdin.readable).text();
console.log(JSON.stringify({ key: AccessKeyId.slice(0, 4), region: env("AWS_REGION"), input, words: Deno.args }));
Deno.exit(7);`,
    );
    const deno = [Deno.execPath(), "run", "-A", "-q", "--no-check", program];
    const command = ["--exec", "222222222222/Admin", "--", ...deno, ...WORDS];
    const { code, stdout, stderr } = await user.kedge(command, {}, "from outside");
    equal(code, 7, stderr);
    deepEqual(JSON.parse(stdout), { key: "ASIA", region: "us-west-2", input: "from outside", words: WORDS });
  });
});

testOn(
  ["signals"],
  "kedge --exec passes signals on and tells by its status which one ended the command",
  async () => {
    await asUser({}, async (user) => {
      await user.signIn();
      const cases: [script: string, signal: Deno.Signal, status: number][] = [
        ["trap 'exit 3' TERM; echo ready >&2; while :; do sleep 0.05; done", "SIGTERM", 3],
        ["trap 'exit 4' INT; echo ready >&2; while :; do sleep 0.05; done", "SIGINT", 4],
        ["echo ready >&2; exec sleep 60", "SIGTERM", 143],
      ];
      for (const [script, signal, status] of cases) {
        const running = await start(user, "--exec", "222222222222/Admin", "--", "sh", "-c", script);
        await running.line(/^ready$/);
        running.child.kill(signal);
        equal((await running.end()).code, status, script);
      }
    });
  },
);

Deno.test("kedge --aws-profiles shows the change, asks, and keeps everything else", async () => {
  await asUser({}, async (user) => {
    await user.signIn();
    await user.kedge(["--accounts"]);
    const file = join(user.home, ".aws/config");
    const before =
      "# mine\n[default]\nregion = eu-west-1\n\n[profile shop-staging/Admin]\nsso_session = other\n";
    await Deno.writeTextFile(file, before);

    const no = await user.kedge(["--aws-profiles", "shop-production/Reader"], {}, "n\n");
    equal(no.code, 3);
    match(
      no.stderr,
      /\+ \[profile shop-production\/Reader\]\n\+ region = eu-west-1\n\+ # Written by kedge --aws-profiles\n\+ credential_process = /,
    );
    equal(await Deno.readTextFile(file), before);

    const yes = await user.kedge(["--aws-profiles", "--json"], {}, "y\n");
    deepEqual(JSON.parse(yes.stdout), {
      ok: true,
      file,
      added: [
        "shop-production/Admin",
        "shop-production/Reader",
        "sandbox-uni/Admin",
        "sandbox-uni/Power.User",
      ],
      changed: [],
      taken: ["shop-staging/Admin"],
    });
    match(yes.stderr, /shop-staging\/Admin is yours/);
    const after = await Deno.readTextFile(file);
    equal(after.startsWith(before), true);
    match(
      after,
      /\[profile shop-production\/Reader\]\nregion = eu-west-1\n# Written by kedge --aws-profiles\ncredential_process = \S+ .*--credentials 111111111111\/Reader\n/,
    );
    equal((await user.kedge(["--aws-profiles", "--yes"])).stdout, "Nothing to change.\n");
    equal(await Deno.readTextFile(file), after);
  });
});

/** Commands that need the names of accounts, which `--accounts` has not read before. */
const NAMING: readonly (readonly [args: readonly string[], prints: RegExp])[] = [
  [["--credentials", "shop-staging/Admin"], /"AccessKeyId":"ASIA/],
  [["--aws-profiles", "--yes"], /--profile shop-production\/Admin\n/],
  [["--aws-profiles", "shop-staging/Admin", "--yes"], /--profile shop-staging\/Admin\n/],
];
for (const [args, prints] of NAMING) {
  Deno.test(`kedge ${args.join(" ")} knows an account's name when no list of accounts is kept`, async () => {
    await asUser({}, async (user) => {
      const before = await user.kedge(args);
      equal(before.code, 1);
      match(before.stderr, /You are not signed in\.\nSign in: kedge --sign-in/);
      await user.signIn();
      const { code, stdout, stderr } = await user.kedge(args);
      equal(code, 0, stderr);
      match(stdout, prints);
      const kept = user.fake.calls.length;
      await user.kedge(["--credentials", "nowhere/Admin"]);
      equal(user.fake.calls.length, kept, "the list was kept");
      await Deno.remove(join(user.home, ".kedge/cache"), { recursive: true });
      equal((await user.kedge(["--credentials", "shop-staging/Admin"])).code, 0);
    });
  });
}

/**
 * Returns the roles in a file's profiles, by the profiles' names; fails when a name occurs twice.
 */
function rolesAsked(text: string): Record<string, string> {
  const asked: Record<string, string> = {};
  for (const [, name, role] of text.matchAll(/^\[profile (.+)\]\n[^[]*? --credentials (.+)$/gm)) {
    equal(asked[name!], undefined, text);
    asked[name!] = role!;
  }
  return asked;
}

Deno.test("kedge --aws-profiles gives each role one profile, and no name to another account", async () => {
  const account = (digit: number, name: string) => ({
    id: String(digit).repeat(12),
    name,
    email: "",
    roles: ["Admin"],
  });
  const byNumber = (...digits: number[]) =>
    Object.fromEntries(digits.map((digit) => `${account(digit, "").id}/Admin`).map((role) => [role, role]));
  const accounts = ["Склад", "Касса", "Prod EU", "Prod-EU", "sandbox"].map((name, at) =>
    account(at + 1, name)
  );
  await asUser({ accounts }, async (user) => {
    await user.signIn();
    const file = join(user.home, ".aws/config");
    const write = async (...operands: string[]) => {
      await user.kedge(["--accounts", "--refresh"]);
      const { code, stderr } = await user.kedge(["--aws-profiles", ...operands, "--yes"]);
      equal(code, 0, stderr);
      return { stderr, asked: rolesAsked(await Deno.readTextFile(file)) };
    };
    const sandbox = { "sandbox/Admin": "555555555555/Admin" };
    deepEqual((await write("555555555555", "555555555555/Admin")).asked, sandbox);
    const all = await write();
    deepEqual(all.asked, { ...sandbox, ...byNumber(1, 2, 3, 4) });
    match(all.stderr, /kedge: accounts 333333333333, 444444444444 share a name/);

    user.fake.accounts = [...accounts, account(6, "sandbox")];
    const both = await write();
    deepEqual(both.asked, { ...all.asked, ...byNumber(6) });
    match(both.stderr, /kedge: 555555555555\/Admin keeps its profile sandbox\/Admin/);

    user.fake.accounts = [account(7, "sandbox")];
    const other = await write();
    deepEqual(other.asked, { ...both.asked, ...byNumber(7) });
    match(other.stderr, /kedge: profile sandbox\/Admin is of 555555555555\/Admin/);
  });
});

Deno.test("kedge --aws-profiles tells which accounts get no profile, because no role of theirs is known", async () => {
  await asUser({}, async (user) => {
    const none = await user.kedge(["--aws-profiles", "111111111111", "--yes"]);
    equal(none.code, 1);
    match(none.stderr, /no role of 111111111111 is known, so it gets no profile\n/);
    match(none.stderr, /No role of these accounts is known\.\nSign in: kedge --sign-in/);
    equal(none.stdout, "");
    await user.signIn();
    const some = await user.kedge(["--aws-profiles", "111111111111", "999999999999", "--yes"]);
    equal(some.code, 0, some.stderr);
    match(some.stderr, /no role of 999999999999 is known, so it gets no profile\n/);
    doesNotMatch(some.stderr, /no role of 111111111111/);
  });
});

Deno.test("kedge --aws-profiles says why nothing could be written, as words or as a document", async () => {
  await asUser({}, async (user) => {
    const folder = join(user.home, ".aws");
    await Deno.writeTextFile(folder, "");
    const args = ["--aws-profiles", "111111111111/Reader", "--yes"];
    const told = await user.kedge(args);
    equal(told.code, 1);
    match(told.stderr, /^kedge: \S+config was not written: .*\n.*AWS_CONFIG_FILE/m);
    doesNotMatch(told.stderr, /\n\s+at /);
    const document = JSON.parse((await user.kedge([...args, "--json"])).stdout);
    equal(document.ok, false);
    match(document.error, /was not written/);
  });
});

Deno.test("kedge takes the region of an account as its windows do: of the configuration, then of its AWS profile", async () => {
  await asUser({}, async (user) => {
    await user.signIn();
    const profile = (account: string) =>
      `[profile p${account}]\nsso_start_url = ${CONFIG.ssoStartUrl}\nsso_region = ${CONFIG.ssoRegion}\n` +
      `sso_account_id = ${account}\nsso_role_name = Admin\nregion = ap-south-1\n`;
    await Deno.writeTextFile(
      join(user.home, ".aws/config"),
      ["111111111111", "222222222222"].map(profile).join(""),
    );
    const regions: readonly (readonly [account: string, region: string, ...flags: string[]])[] = [
      ["111111111111", "ap-south-1"],
      ["222222222222", "us-west-2"],
      ["333333333333", "us-east-2"],
      ["111111111111", "eu-north-1", "--region", "eu-north-1"],
    ];
    for (const [account, region, ...flags] of regions) {
      const args = ["--exports", `${account}/Admin`, "--shell", "sh", ...flags];
      const { stdout, stderr } = await user.kedge(args, { AWS_REGION: "us-east-2" });
      match(stdout, new RegExp(`^export AWS_REGION='?${region}'?$`, "m"), stderr);
    }
    const { stderr } = await user.kedge(["--aws-profiles", "111111111111/Admin"], {}, "n\n");
    match(stderr, /\+ region = ap-south-1\n/);
  });
});

testOn(["cmd"], "cmd sets the variables that kedge --exports prints", async () => {
  await asUser({}, async (user) => {
    await user.signIn();
    const { stdout } = await user.kedge(["--exports", "222222222222/Admin", "--shell", "cmd"]);
    const file = join(user.home, "exports.cmd");
    const says = "@echo %AWS_ACCESS_KEY_ID% %AWS_SESSION_TOKEN% %AWS_REGION% [%AWS_PROFILE%]\r\n";
    await Deno.writeTextFile(file, `@echo off\r\n${stdout.replaceAll(/\r?\n/g, "\r\n")}${says}`);
    const { stdout: printed } = await new Deno.Command("cmd.exe", {
      args: ["/c", file],
      env: { AWS_PROFILE: "other" },
    }).output();
    match(new TextDecoder().decode(printed), /^ASIA\w+ session-\S+ us-west-2 \[\]\r?\n$/);
  });
});

testOn(["shell"], "shells set the variables that kedge --exports prints", async () => {
  await asUser({}, async (user) => {
    await user.signIn();
    const script =
      'eval "$1"; printf "%s %s %s" "$AWS_ACCESS_KEY_ID" "$AWS_SESSION_TOKEN" "$AWS_REGION$AWS_PROFILE"';
    const { stdout } = await user.kedge(["--exports", "222222222222/Admin", "--shell", "sh"]);
    const { stdout: printed } = await new Deno.Command("/bin/sh", {
      args: ["-c", script, "sh", stdout],
      env: { AWS_PROFILE: "other" },
    }).output();
    match(new TextDecoder().decode(printed), /^ASIA\w+ session-\S+ us-west-2$/);
  });
});
