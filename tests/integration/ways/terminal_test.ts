import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { type FakeEcs, startFakeEcs, webService } from "../../support/cloud/fake_ecs.ts";
import { type SessionManager, startSessionManager } from "../../support/cloud/session_manager.ts";
import { kedge, type KedgeResult } from "../../support/program/kedge.ts";
import { removeFolder } from "../../support/remove_folder.ts";

const ACCOUNT = "123456789012";

/** Answer of STS: the credentials belong to the role itself. */
const CALLER = "<GetCallerIdentityResponse><GetCallerIdentityResult>" +
  `<Arn>arn:aws:sts::${ACCOUNT}:assumed-role/Operator/me</Arn><UserId>A:me</UserId><Account>${ACCOUNT}</Account>` +
  "</GetCallerIdentityResult></GetCallerIdentityResponse>";

interface Stage {
  readonly ecs: FakeEcs;
  readonly manager: SessionManager;
  terminal(words: readonly string[], input?: string): Promise<KedgeResult>;
}

async function staged(work: (stage: Stage) => Promise<void>): Promise<void> {
  const ecs = startFakeEcs();
  const manager = await startSessionManager({ next: ecs.url });
  const sts = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, () => new Response(CALLER));
  const home = await Deno.makeTempDir({ prefix: "kedge-terminal-" });
  ecs.services.push({
    ...webService(),
    tasks: [{ id: "web0001", status: "RUNNING" }, { id: "web0000", status: "STOPPED" }],
  });
  const env = {
    HOME: home,
    AWS_ENDPOINT_URL: manager.url,
    AWS_ENDPOINT_URL_STS: `http://127.0.0.1:${sts.addr.port}`,
    AWS_ACCESS_KEY_ID: "AKIDTERMINAL",
    AWS_SECRET_ACCESS_KEY: "secret of the terminal",
    AWS_REGION: "eu-central-1",
  };
  try {
    await work({
      ecs,
      manager,
      terminal: (words, input = "") => kedge(["--terminal", ACCOUNT, ...words], { env, input }),
    });
    deepEqual(manager.faults, []);
  } finally {
    await manager.stop();
    await Promise.all([ecs.stop(), sts.shutdown()]);
    await removeFolder(home);
  }
}

Deno.test("--terminal runs a shell in the newest task of a service, and its session is ended at AWS", async () => {
  await staged(async ({ manager, terminal }) => {
    const { code, stdout, stderr } = await terminal(["shop/web"], "echo $((41 + 1))\nexit\n");
    deepEqual([code, stderr], [0, ""]);
    // Typed text may be shown before the shell shows its prompt.
    match(stdout, /^(in the container> )?42\r$/m);
    const [session] = manager.sessions;
    deepEqual([session?.command, session?.target, session?.status], [
      "/bin/sh",
      "ecs:shop_web0001_web",
      "terminated",
    ]);
    equal(session?.key, "AKIDTERMINAL");
  });
});

Deno.test("--terminal loses nothing of what is typed and printed, also where messages are lost", async () => {
  await staged(async ({ manager, terminal }) => {
    manager.loses = 7;
    const typed = Array.from({ length: 60 }, (_, line) => `line ${line}\n`).join("");
    const folder = await Deno.makeTempDir();
    try {
      const shell = `/usr/bin/tee ${join(folder, "typed")}`;
      const { code, stdout } = await terminal(
        ["shop/web", "web", "--shell", shell, "--task", "web0001"],
        typed,
      );
      equal(code, 0);
      equal(await Deno.readTextFile(join(folder, "typed")), typed);
      // The terminal echoes the typed text and the program repeats it, so both may mix within a
      // line.
      const letters = (text: string) => [...text.replaceAll(/[^\w\n]/g, "")].sort().join("");
      equal(letters(stdout), letters(typed + typed));
    } finally {
      await removeFolder(folder);
    }
  });
});

/** Faults: the command, its exit status and the message. */
const FAULTS: readonly [
  what: string,
  words: readonly string[],
  code: number,
  said: RegExp,
  change?: (stage: Stage) => void,
][] = [
  ["no service is named", ["shop"], 2, /"shop" is not CLUSTER\/SERVICE/],
  ["the cluster is an option", ["--region=x/web", "shop/web"], 2, /.+/],
  ["the service is an option", ["shop/-x"], 2, /"-x" is not the name of a service/],
  ["the container is no name", ["shop/web", "a b"], 2, /"a b" is not the name of a container/],
  [
    "the program has a line break",
    ["shop/web", "--shell", "/bin/sh\nid"],
    2,
    /--shell is a program in the container/,
  ],
  ["the service is not there", ["shop/mail"], 1, /shop\/mail|mail/],
  ["the task has stopped", ["shop", "--task", "web0000"], 1, /The task web0000 does not run/],
  ["the task is not there", ["shop", "--task", "web0009"], 1, /The task web0009 is not in the cluster shop/],
  ["the container is not there", ["shop/web", "envoy"], 1, /no container envoy[^]*It has: web/],
  [
    "sessions are encrypted by a key of KMS",
    ["shop/web"],
    1,
    /encrypts its sessions with a key of KMS[^]*kedge --exec 123456789012 -- aws ecs execute-command/,
    ({ manager }) =>
      manager.actions = [{ ActionType: "KMSEncryption", ActionParameters: { KMSKeyId: "alias/x" } }],
  ],
  [
    "the role may not",
    ["shop/web"],
    1,
    /access is denied|not allowed/,
    ({ ecs }) =>
      ecs.before = (operation) =>
        operation === "ExecuteCommand"
          ? Response.json({ __type: "AccessDeniedException", message: "no" }, { status: 400 })
          : undefined,
  ],
];

for (const [what, words, code, said, change] of FAULTS) {
  Deno.test(`--terminal says what is wrong when ${what}`, async () => {
    await staged(async (stage) => {
      change?.(stage);
      const result = await stage.terminal(words);
      match(result.stderr, said);
      equal(result.code, code);
      equal(stage.manager.sessions.filter(({ status }) => status !== "terminated").length, 0);
    });
  });
}

Deno.test("--terminal goes on after its connection was cut, and loses nothing", async () => {
  await staged(async ({ manager, terminal }) => {
    let cuts = 0;
    const look = setInterval(() => {
      const [session] = manager.sessions;
      if (!session?.printed || session.status !== "connected" || cuts >= 3) return;
      cuts++;
      session.channel?.cut();
    }, 300);
    const input = "i=0; while [ $i -lt 40 ]; do i=$((i + 1)); echo line-$i; sleep 0.05; done; exit\n";
    const { code, stdout, stderr } = await terminal(["shop/web"], input).finally(() => clearInterval(look));
    deepEqual([code, stderr], [0, ""]);
    const lines = [...stdout.matchAll(/line-(\d+)\r$/gm)].map(([, number]) => Number(number));
    deepEqual(lines, Array.from({ length: 40 }, (_, at) => at + 1));
    equal(manager.resumed > 0, true);
    equal(manager.sessions.length, 1);
  });
});

Deno.test("--terminal says that the connection was lost, with the status of a failure", async () => {
  await staged(async ({ manager, terminal }) => {
    // The program runs longer than the input, because it must not end before its connection is cut.
    const ended = terminal(["shop/web", "--shell", "/bin/sleep 60"], "a line\n");
    const look = setInterval(() => {
      const [session] = manager.sessions;
      if (session?.status !== "connected") return;
      manager.away = true;
      session.channel?.cut();
    }, 20);
    const { code, stderr } = await ended.finally(() => clearInterval(look));
    match(stderr, /The terminal was lost/);
    equal(code, 1);
  });
});
