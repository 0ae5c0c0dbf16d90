import { deepEqual, equal } from "node:assert/strict";
import { Secret } from "../../../../src/core/secret.ts";
import {
  answerOnWay,
  answerQuestionsOfWays,
  mayAsk,
  useWay,
  type WayQuestion,
} from "../../../../src/core/ways/questions.ts";
import { type AskedOnWay, readQuestion } from "../../../../src/core/ways/ssh/question.ts";

const KEY = "Enter passphrase for key '/home/ada/.ssh/id_ed25519': ";
const PRINT = "SHA256:cojYDxnw91FJORkEu4awUR/jS5OnxkQ9mjOlnUwVG9I";
const NEW_KEY = `The authenticity of host '[b]:2222 ([10.0.0.1]:2222)' can't be established.
ED25519 key fingerprint is ${PRINT}.
This key is not known by any other names.
Are you sure you want to continue connecting (yes/no/[fingerprint])? `;

const READ: readonly (readonly [what: string, text: string, hint: string, is: AskedOnWay["asks"]])[] = [
  ["a passphrase", KEY, "", "secret"],
  ["a password", "me@b's password: ", "", "secret"],
  ["a code", "(me@b) Verification code: ", "", "secret"],
  ["a new host key", NEW_KEY, "", "host key"],
  ["a new host key with Windows' ends of lines", NEW_KEY.replaceAll("\n", "\r\n"), "", "host key"],
  ["a host key without a fingerprint", "Are you sure (yes/no)? ", "", "confirm"],
  ["what an agent lets be confirmed", "Allow use of key k?", "confirm", "confirm"],
  ["a touch of a hardware key", "Confirm user presence for key ED25519-SK", "none", "notice"],
  ["a server's text that looks like a new host key", `x\n${NEW_KEY}`, "", "confirm"],
];
for (const [what, text, hint, is] of READ) {
  Deno.test(`readQuestion() reads ${what} as ${is}`, () => {
    const read = readQuestion(text, hint);
    equal(read.asks, is);
    if (read.asks === "host key") {
      deepEqual([read.host, read.fingerprint], ["[b]:2222 ([10.0.0.1]:2222)", PRINT]);
    }
  });
}

Deno.test("readQuestion() shows a bounded part, and nothing that is not seen", () => {
  equal(readQuestion(`\x1b[2JPass\u202eword: ${"x".repeat(9000)}`, "").text.length <= 1500, true);
  equal(readQuestion("\x1b[2JPass\u202eword:", "").text, "Password:");
});

const ROOT = 100, below = { by: 101 };
const signal = new AbortController().signal;

/** Opens a way whose program may ask the user; `answers` are the user's answers in their order. */
async function opening(way: string, answers: (Secret | true | null)[], marks = true) {
  const asked: WayQuestion[] = [], told: string[] = [];
  const end = answerQuestionsOfWays({
    program: () => Promise.resolve("/kedge/askpass"),
    ask(question) {
      asked.push(question);
      return Promise.resolve(answers.shift() ?? null);
    },
  });
  const asking = await mayAsk({
    way,
    to: { host: "db", port: 1 },
    stream: { process: ROOT, marksServers: marks },
  }, {
    onAsking: (waits) => void told.push(waits ? "asks" : "goes on"),
    onCancel: () => void told.push("cancelled"),
  });
  const ask = async (text: string, by: { by: number } | null = below, token = asking!.token) =>
    (await answerOnWay({ token, text, hint: "" }, (root) => root === ROOT ? by : null, signal))?.open() ??
      null;
  return { asking: asking!, asked, told, ask, end };
}

Deno.test("answerOnWay() gives nothing to a program that this ssh did not start, without the token, or late", async () => {
  const { asking, asked, ask, end } = await opening("w1", [new Secret("planted")]);
  equal(await ask(KEY, null), null);
  equal(await ask(KEY, below, "0".repeat(48)), null);
  asking.done(false);
  equal(await ask(KEY), null);
  deepEqual(asked, []);
  end();
});

Deno.test("mayAsk() gives nothing when no part of this process answers questions", async () => {
  equal(
    await mayAsk({ way: "w", to: { host: "db", port: 1 }, stream: { process: 1, marksServers: true } }, {
      onAsking() {},
      onCancel() {},
    }),
    null,
  );
});

Deno.test("answerOnWay() asks for a passphrase once for all hops and streams, and for a code each time", async () => {
  const first = await opening("w2", [new Secret("pass"), new Secret("111111"), new Secret("222222")]);
  equal(await first.ask(KEY), "pass");
  equal(await first.ask(KEY, { by: 102 }), "pass");
  equal(await first.ask("(me@b) Code: "), "111111");
  first.asking.done(true);
  const { end, asking, ask } = await opening("w2", [new Secret("333333")]);
  equal(await ask(KEY), "pass");
  equal(await ask("(me@b) Code: "), "333333");
  asking.done(true);
  first.end();
  end();
});

Deno.test("answerOnWay() asks again for what was wrong, also when it was kept", async () => {
  const first = await opening("w3", [new Secret("wrong"), new Secret("right")]);
  equal(await first.ask(KEY), "wrong");
  equal(await first.ask(KEY), "right");
  deepEqual(first.asked.map(({ again }) => again), [false, true]);
  first.asking.done(true);
  const second = await opening("w3", [new Secret("new")]);
  equal(await second.ask(KEY), "right");
  equal(await second.ask(KEY), "new");
  second.asking.done(true);
  first.end();
  second.end();
});

Deno.test("answerOnWay() keeps nothing of a way that did not come about", async () => {
  const first = await opening("w4", [new Secret("pass")]);
  equal(await first.ask(KEY), "pass");
  first.asking.done(false);
  const { ask, end } = await opening("w4", [null]);
  equal(await ask(KEY), null);
  first.end();
  end();
});

Deno.test("answerOnWay() gives no remembered answer to an ssh that does not mark questions of servers", async () => {
  const { ask, asked, end } = await opening("w7", [new Secret("pass"), null], false);
  equal(await ask(KEY), "pass");
  equal(await ask(KEY, { by: 102 }), null);
  equal(asked.length, 2);
  end();
});

Deno.test("answerOnWay() says yes for what was confirmed, and tells of what was cancelled", async () => {
  const { ask, told, end } = await opening("w5", [true, null]);
  equal(await ask(NEW_KEY), "yes");
  equal(await ask(KEY), null);
  deepEqual(told, ["asks", "goes on", "asks", "cancelled", "goes on"]);
  end();
});

Deno.test("useWay() lets answers be forgotten once a way was not used for a while", async () => {
  const left = useWay("w6", 1), also = useWay("w6", 1);
  const first = await opening("w6", [new Secret("pass")]);
  equal(await first.ask(KEY), "pass");
  first.asking.done(true);
  left();
  also();
  await new Promise((resolve) => setTimeout(resolve, 20));
  const { ask, asked, end } = await opening("w6", [new Secret("typed again")]);
  equal(await ask(KEY), "typed again");
  equal(asked.length, 1);
  first.end();
  end();
});
