import assert from "node:assert/strict";
import { join } from "node:path";
import { answerAskpass, askpassProgram } from "../../../src/cli/start/askpass.ts";
import type { Server } from "../../../src/core/config/config.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import { Secret } from "../../../src/core/secret.ts";
import { testConnection } from "../../../src/core/sql/mod.ts";
import { wayOf } from "../../../src/core/ways/mod.ts";
import { answerQuestionsOfWays, type AskUser, type WayQuestion } from "../../../src/core/ways/questions.ts";
import { becomeFirst } from "../../../src/tray/instance/mod.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { exec } from "../../support/servers/server.ts";
import { makeKey, sshStage } from "../../support/servers/ssh.ts";
import { waitFor } from "../../desktop/harness/wait.ts";

const home = await Deno.makeTempDir({ prefix: "kedge-askpass-" });
const paths = kedgePaths(home);
const variables = { PATH: Deno.env.get("PATH")!, KEDGE_HOME: Deno.env.get("KEDGE_HOME") };
const stage = await sshStage();
Deno.env.set("PATH", `${stage.bin}:${variables.PATH}`);
Deno.env.set("KEDGE_HOME", home);
const [postgres, bastion, second, stranger] = await Promise.all([
  startPostgres(),
  stage.bastion(),
  stage.bastion(),
  stage.bastion({ known: false }),
]);
const PHRASE = "a planted passphrase";
const locked = join(stage.folder, "locked");
await makeKey(locked, PHRASE);
await Deno.writeTextFile(
  join(stage.folder, "keys"),
  await Deno.readTextFile(`${locked}.pub`),
  { append: true },
);
const place = await becomeFirst(paths, () => {}, undefined, {}, { askpass: answerAskpass });

const server = (via: string, over: Partial<Server> = {}): Server => ({
  name: "shop",
  engine: "postgres",
  host: "localhost",
  port: postgres.port,
  database: "postgres",
  tls: true,
  caFile: postgres.certificate,
  via,
  ...over,
});
const login = { user: postgres.user, password: new Secret(postgres.password) };

/** Runs `act` with a user who answers questions. */
async function answering<T>(answer: AskUser, act: (asked: readonly WayQuestion[]) => Promise<T>): Promise<T> {
  const asked: WayQuestion[] = [];
  const end = answerQuestionsOfWays({
    program: () => askpassProgram(paths),
    ask(question, signal) {
      asked.push(question);
      return answer(question, signal);
    },
  });
  try {
    return await act(asked);
  } finally {
    end();
  }
}

/** Runs `act` with only the key that has a passphrase. */
async function withLockedKey(act: () => Promise<void>): Promise<void> {
  await stage.configure(["Host *", `IdentityFile ${locked}`, "IdentitiesOnly yes"], false);
  try {
    await act();
  } finally {
    await stage.configure([]);
  }
}

Deno.test("a passphrase is asked for once for two hops, and for the next connection not at all", async () => {
  await withLockedKey(() =>
    answering(() => Promise.resolve(new Secret(PHRASE)), async (asked) => {
      const both = server(`${bastion.via},${second.via}`);
      for (let i = 0; i < 2; i++) {
        const result = await testConnection(both, login);
        assert.equal(result.ok, true, JSON.stringify(result));
      }
      assert.deepEqual(asked.map(({ asks, again, text }) => [asks, again, text]), [
        ["secret", false, `Enter passphrase for key '${locked}':`],
      ]);
    })
  );
});

Deno.test("a wrong passphrase is asked for again, as such", async () => {
  await withLockedKey(() =>
    answering(({ again }) => Promise.resolve(new Secret(again ? PHRASE : "wrong")), async (asked) => {
      const result = await testConnection(server(bastion.via), login);
      assert.equal(result.ok, true, JSON.stringify(result));
      assert.deepEqual(asked.map(({ again }) => again), [false, true]);
    })
  );
});

Deno.test("without an answer the question is not repeated, and the message says so", async () => {
  await withLockedKey(() =>
    answering(() => Promise.resolve(null), async (asked) => {
      const result = await testConnection(server(second.via), login);
      assert.equal(!result.ok && result.kind, "way", JSON.stringify(result));
      assert.match(result.ok ? "" : result.message, /was not answered/);
      assert.equal(asked.length, 1);
    })
  );
});

Deno.test("a question is withdrawn when its connection is stopped", async () => {
  const stop = new AbortController(), withdrawn = Promise.withResolvers<void>();
  await withLockedKey(() =>
    answering((_, signal) => {
      stop.abort();
      return new Promise((resolve) =>
        signal.addEventListener("abort", () => {
          withdrawn.resolve();
          resolve(null);
        })
      );
    }, async () => {
      const result = await testConnection(server(second.via), login, stop.signal);
      assert.equal(result.ok, false);
      await withdrawn.promise;
    })
  );
});

Deno.test("a new host key is shown with its fingerprint, refused unless it is confirmed, and known from then on", async () => {
  const listed = await exec(["ssh-keygen", "-lf", `${stage.folder}/bastion-${stranger.port}/host_key.pub`]);
  const [, fingerprint] = listed.split(" ");
  await answering(() => Promise.resolve(null), async (asked) => {
    const result = await testConnection(server(stranger.via), login);
    assert.equal(!result.ok && result.kind, "way", JSON.stringify(result));
    const [question] = asked;
    assert.equal(asked.length, 1);
    assert.equal(question!.asks === "host key" && question!.fingerprint, fingerprint);
    assert.match(question!.asks === "host key" ? question!.host : "", new RegExp(`:${stranger.port}`));
  });
  await answering(() => Promise.resolve(true), async (asked) => {
    for (let i = 0; i < 2; i++) assert.equal((await testConnection(server(stranger.via), login)).ok, true);
    assert.equal(asked.length, 1);
  });
});

Deno.test("a changed host key is refused without a question", async () => {
  await stranger.changeKey();
  await answering(() => Promise.resolve(true), async (asked) => {
    const result = await testConnection(server(stranger.via), login);
    assert.match(result.ok ? "" : `${result.message} ${result.hint}`, /another host key .* Ask who runs it/);
    assert.deepEqual(asked, []);
  });
});

Deno.test("only the ssh that Kedge started is answered, and an answer is stored nowhere", async () => {
  let waits = Promise.withResolvers<void>(), answer = Promise.withResolvers<Secret | null>();
  await withLockedKey(() =>
    answering(() => {
      waits.resolve();
      return answer.promise;
    }, async (asked) => {
      const done = testConnection(server(second.via), login);
      await waits.promise;
      // Another program of the same user, which has read the token in the environment of that ssh,
      // must get no answer.
      const token = await tokenOfSsh();
      assert.match(token, /^[0-9a-f]{48}$/);
      const other = await new Deno.Command(`${home}/askpass`, {
        args: ["Enter passphrase for key '/mine':"],
        env: { KEDGE_ASKPASS: token, KEDGE_HOME: home },
      }).output();
      assert.deepEqual([other.success, new TextDecoder().decode(other.stdout)], [false, ""]);
      assert.equal(asked.length, 1);
      answer.resolve(new Secret(PHRASE));
      assert.equal((await done).ok, true);
      const all = await exec(["ps", "-A", "eww", "-o", "args="]);
      assert.equal(all.includes(PHRASE), false);
    })
  );
  waits = Promise.withResolvers();
  answer = Promise.withResolvers();
});

/** Returns the token in the environment of the stage's ssh. */
async function tokenOfSsh(): Promise<string> {
  let found = "";
  await waitFor("an ssh that asks", async () => {
    for await (const { name } of Deno.readDir("/proc")) {
      if (!/^\d+$/.test(name)) continue;
      const text = await Deno.readTextFile(`/proc/${name}/environ`).catch(() => "");
      const args = await Deno.readTextFile(`/proc/${name}/cmdline`).catch(() => "");
      if (args.includes(stage.folder) && args.startsWith("/usr/bin/ssh")) {
        found = /KEDGE_ASKPASS=([0-9a-f]+)/.exec(text)?.[1] ?? found;
      }
    }
    return found !== "";
  });
  return found;
}

/** Opens a way to the server; resolves with null once the server accepts, else with the reason. */
function opened(via: string): Promise<string | null> {
  const stream = wayOf(via).open({ host: "localhost", port: postgres.port });
  return new Promise((resolve) => {
    stream.once("connect", () => {
      stream.destroy();
      resolve(null);
    });
    stream.once("error", (error) => resolve(error.message));
  });
}

Deno.test("sshWay() gives the next one its turn when the program for questions could not be written", async () => {
  const { via } = await stage.bastion();
  let writes = 0;
  const end = answerQuestionsOfWays({
    program: () => ++writes === 1 ? Promise.reject(new Error("the disk is full")) : askpassProgram(paths),
    ask: () => Promise.resolve(null),
  });
  assert.equal(await opened(via), "the disk is full");
  let next: string | null | undefined;
  void opened(via).then((outcome) => next = outcome);
  await waitFor("the next one", () => next !== undefined);
  assert.equal(next, null);
  end();
});

Deno.test("sshWay() lets one wait for its turn when another one that waited has gone", async () => {
  const [one, other] = await Promise.all([stage.bastion(), stage.bastion()]);
  const asked: ((program: string | null) => void)[] = [];
  const end = answerQuestionsOfWays({
    program: () => new Promise((resolve) => asked.push(resolve)),
    ask: () => Promise.resolve(null),
  });
  const first = opened(one.via);
  await waitFor("the first one's turn", () => asked.length === 1);
  const gone = wayOf(one.via).open({ host: "localhost", port: postgres.port });
  gone.destroy();
  await new Promise((resolve) => gone.once("close", resolve));
  const waits = opened(one.via), elsewhere = opened(other.via);
  // A way that need not wait has asked by now.
  await waitFor("the turn of another way", () => asked.length === 2);
  asked[1]!(null);
  assert.equal(await elsewhere, null);
  assert.equal(asked.length, 2);
  asked[0]!(null);
  assert.equal(await first, null);
  await waitFor("the turn of the one that waits", () => asked.length === 3);
  asked[2]!(null);
  assert.equal(await waits, null);
  end();
});

Deno.test("everything of the stage ends", async () => {
  if (place.first) await place.close();
  await postgres.stop();
  await stage.stop();
  Deno.env.set("PATH", variables.PATH);
  if (variables.KEDGE_HOME === undefined) Deno.env.delete("KEDGE_HOME");
  else Deno.env.set("KEDGE_HOME", variables.KEDGE_HOME);
  await removeFolder(home);
});
