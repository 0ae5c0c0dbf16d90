import { equal } from "node:assert/strict";
import { join } from "node:path";
import { CloudError, type CloudErrorCode } from "../../../src/core/aws/errors.ts";
import { wrap } from "../../../src/core/aws/credentials/credentials.ts";
import { startPortSession } from "../../../src/core/aws/managed/sessions.ts";
import { giveAccessToWays, noteSessionsIn } from "../../../src/core/ways/ssm/access.ts";
import { endLeftSessions, noteSession } from "../../../src/core/ways/ssm/left_sessions.ts";
import { startSessionManager } from "../../support/cloud/session_manager.ts";
import { testFolder } from "../../support/folder.ts";

const SESSION = { account: "123456789012", role: "ReadOnly", region: "eu-central-1" };
const KEYS = wrap({ accessKeyId: "AKIDWAYS", secretAccessKey: "secret", sessionToken: "token" });
const LATER = 24 * 3_600_000 + 60_000;

/**
 * A note's content, whether its session is ended, whether the note stays, and how the sign-in fails or
 * how much later it is.
 */
const NOTES: readonly (readonly [
  what: string,
  note: (id: string) => string,
  ended: boolean,
  kept: boolean,
  more?: { readonly code?: CloudErrorCode; readonly later?: number },
])[] = [
  ["ends a session that was left", (id) => JSON.stringify({ id, ...SESSION }), true, false],
  [
    "ends one of the user's own credentials",
    (id) => JSON.stringify({ id, ...SESSION, role: "" }),
    true,
    false,
  ],
  ["waits while nobody is signed in", (id) => JSON.stringify({ id, ...SESSION }), false, true, {
    code: "signed-out",
  }],
  ["waits while AWS is not reached", (id) => JSON.stringify({ id, ...SESSION }), false, true, {
    code: "offline",
  }],
  ["gives up what the role may not", (id) => JSON.stringify({ id, ...SESSION }), false, false, {
    code: "denied",
  }],
  ["forgets what is a day old", (id) => JSON.stringify({ id, ...SESSION }), false, false, { later: LATER }],
  ["forgets what is no note", () => "{", false, false],
  [
    "forgets a note with more in it",
    (id) => JSON.stringify({ id, ...SESSION, url: "wss://x" }),
    false,
    false,
  ],
  ["forgets a note with another id", () => JSON.stringify({ id: "../x y", ...SESSION }), false, false],
  [
    "forgets a note with another region",
    (id) => JSON.stringify({ id, ...SESSION, region: "x.evil.test/" }),
    false,
    false,
  ],
  ["forgets a note without end", (id) => JSON.stringify({ id, ...SESSION }).padEnd(5000), false, false],
];

for (const [what, note, ended, kept, { code, later = 0 } = {}] of NOTES) {
  Deno.test(`endLeftSessions() ${what}`, async () => {
    const [folder, manager] = [await testFolder(), await startSessionManager()];
    const env = (name: string) => name === "AWS_ENDPOINT_URL" ? manager.url : undefined;
    const access = (region: string) => ({ region, env, credentials: KEYS });
    const withdraw = giveAccessToWays(({ region = "" }) =>
      code === undefined
        ? Promise.resolve(access(region))
        : Promise.reject(new CloudError("no", undefined, undefined, code))
    );
    try {
      noteSessionsIn(folder);
      const to = { target: "i-0123456789abcdef0", host: null, port: 5432 };
      const { id } = await startPortSession(access("eu-central-1"), to, AbortSignal.timeout(30_000));
      await Deno.writeTextFile(join(folder, "1.json"), note(id));
      await endLeftSessions(Date.now() + later);
      equal(manager.sessions[0]!.status === "terminated", ended);
      equal([...Deno.readDirSync(folder)].length === 1, kept);
    } finally {
      noteSessionsIn(null);
      withdraw();
      await manager.stop();
    }
  });
}

for (
  const [what, reached, notes] of [
    ["its note goes with it", true, 0],
    ["its note stays for the next Kedge where AWS was not told of its end", false, 1],
  ] as const
) {
  Deno.test(`endLeftSessions() leaves a session alone whose process lives, and ${what}`, async () => {
    const [folder, manager] = [join(await testFolder(), "sessions"), await startSessionManager()];
    const env = (name: string) => name === "AWS_ENDPOINT_URL" ? manager.url : undefined;
    const access = { region: "eu-central-1", env, credentials: KEYS };
    const asked: unknown[] = [];
    const withdraw = giveAccessToWays((of) => (asked.push(of), Promise.resolve(access)));
    try {
      noteSessionsIn(folder);
      const to = { target: "i-0123456789abcdef0", host: null, port: 5432 };
      const { id } = await startPortSession(access, to, AbortSignal.timeout(30_000));
      const tellEnd = await noteSession({ id, ...SESSION });
      await endLeftSessions();
      equal(asked.length, 0);
      await tellEnd(access, reached ? AbortSignal.timeout(30_000) : AbortSignal.abort());
      equal([...Deno.readDirSync(folder)].length, notes);
      await endLeftSessions();
      equal(manager.sessions[0]!.status, "terminated");
      equal([...Deno.readDirSync(folder)].length, 0);
    } finally {
      noteSessionsIn(null);
      withdraw();
      await manager.stop();
    }
  });
}

Deno.test("endLeftSessions() does nothing where nothing was ever noted", async () => {
  noteSessionsIn(join(await testFolder(), "none"));
  await endLeftSessions();
  noteSessionsIn(null);
});
