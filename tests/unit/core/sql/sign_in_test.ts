import { deepEqual, equal, rejects } from "node:assert/strict";
import { Secret } from "../../../../src/core/secret.ts";
import { LoginError, withLogin } from "../../../../src/core/sql/login/mod.ts";

type Result = { ok: true } | { ok: false; kind: string; message: string; hint?: string };
const good: Result = { ok: true };
const wrong: Result = { ok: false, kind: "password", message: "Wrong", hint: "Again." };
const refused: Result = { ok: false, kind: "refused", message: "Refused" };

const CASES: [
  name: string,
  given: (string | null)[],
  results: Record<string, Result>,
  expected: { result: Result; notSaved?: string } | null,
  problems: (string | undefined)[],
  kept: string[],
][] = [
  ["the first login works", ["right"], { right: good }, { result: good }, [undefined], ["right"]],
  ["nothing is given", [null], {}, null, [undefined], []],
  [
    "a refused login is replaced",
    ["bad", "right"],
    { right: good },
    { result: good },
    [undefined, "Wrong. Again."],
    ["right"],
  ],
  ["the user gives up", ["bad", null], {}, { result: wrong }, [undefined, "Wrong. Again."], []],
  ["it fails for another reason", ["x"], { x: refused }, { result: refused }, [undefined], []],
  [
    "the keychain refuses",
    ["unkept"],
    { unkept: good },
    { result: good, notSaved: "full" },
    [undefined],
    [],
  ],
  [
    "no login is ever right",
    ["1", "2", "3", "4", "5", "6"],
    {},
    { result: wrong },
    [undefined, ...Array(4).fill("Wrong. Again.")],
    [],
  ],
];
for (const [name, given, results, expected, problems, kept] of CASES) {
  Deno.test(`withLogin() when ${name}`, async () => {
    const seen: (string | undefined)[] = [], keeps: string[] = [], queue = [...given];
    const done = await withLogin(
      "shop",
      (_server, problem) => {
        seen.push(problem);
        const password = queue.shift() ?? null;
        return Promise.resolve(
          password === null ? null : {
            user: "ada",
            password: new Secret(password),
            keep: () =>
              password === "unkept"
                ? Promise.reject(new Error("full"))
                : Promise.resolve(void keeps.push(password)),
          },
        );
      },
      (login) => Promise.resolve(results[login.password.open()] ?? wrong),
      new AbortController().signal,
    );
    deepEqual(done, expected);
    deepEqual([seen, keeps], [problems, kept]);
  });
}

Deno.test("withLogin() tries nothing when its signal is aborted while the user is asked", async () => {
  const stop = new AbortController();
  const give = () => {
    stop.abort();
    return Promise.resolve({ user: "ada", password: new Secret("x"), keep: () => Promise.resolve() });
  };
  let tried = 0;
  const done = await withLogin("shop", give, () => Promise.resolve((tried++, good)), stop.signal);
  equal(done, null);
  equal(tried, 0);
});

Deno.test("withLogin() asks for no login when its signal is aborted, at first and after a refusal", async () => {
  for (const refusals of [0, 1]) {
    const stop = new AbortController();
    let asked = 0;
    const give = () => {
      asked++;
      return Promise.resolve({ user: "ada", password: new Secret("x"), keep: () => Promise.resolve() });
    };
    const attempt = (): Promise<Result> => {
      stop.abort();
      return Promise.resolve(wrong);
    };
    if (refusals === 0) stop.abort();
    deepEqual(await withLogin("shop", give, attempt, stop.signal), refusals === 0 ? null : { result: wrong });
    equal(asked, refusals);
  }
});

Deno.test("withLogin() drops a login that came to nothing for another reason, and none that is refused or works", async () => {
  const dropped: string[] = [];
  for (const [name, result] of Object.entries({ good, wrong, refused })) {
    let given = 0;
    const give = () =>
      Promise.resolve(
        given++ > 0 ? null : {
          user: "ada",
          password: new Secret("x"),
          keep: () => Promise.resolve(),
          drop: () => void dropped.push(name),
        },
      );
    await withLogin("shop", give, () => Promise.resolve(result), new AbortController().signal);
  }
  deepEqual(dropped, ["refused"]);
});

Deno.test("withLogin() ends with why no login can be had, and throws what else went wrong", async () => {
  const { signal } = new AbortController();
  const tried = (error: Error) =>
    withLogin("shop", () => Promise.reject(error), () => Promise.resolve(good), signal);
  deepEqual(await tried(new LoginError("Nothing is there", "Check it.", "refused")), {
    result: { ok: false, kind: "refused", message: "Nothing is there", hint: "Check it." },
  });
  await rejects(tried(new Error("broken")), /broken/);
});
