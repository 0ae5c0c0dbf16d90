import { deepEqual, equal, match } from "node:assert/strict";
import { CloudError } from "../../../src/core/aws/errors.ts";
import { account } from "../../support/pages/state.ts";
import { listed, resourcesAt, type TestResources } from "../../support/cloud/resources.ts";
import { ACCOUNT } from "./stage.ts";
import { removeFolder } from "../../support/remove_folder.ts";

const { signal } = new AbortController();
const SHOP = account(ACCOUNT, {
  name: "shop",
  region: "eu-central-1",
  secrets: [{ label: "Database", id: "shop/db" }],
});

type Answer = (operation: string, input: Readonly<Record<string, unknown>>) => Response;

const refusal = (name: string) => Response.json({ __type: name, message: "said by AWS" }, { status: 400 });
const page = (names: readonly string[], next?: string) =>
  Response.json({ SecretList: names.map((Name) => ({ Name })), ...(next ? { NextToken: next } : {}) });
const none = () => Response.json({ Parameters: [] });

/** Runs `work` with the account of an AWS that gives this answer. */
async function at<Found>(
  answer: Answer,
  work: (around: TestResources) => Promise<Found>,
  more: Parameters<typeof resourcesAt>[3] = {},
): Promise<Found> {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const operation = (request.headers.get("x-amz-target") ?? "").split(".").at(-1)!;
    return answer(operation, await request.json() as Record<string, unknown>);
  });
  const cache = await Deno.makeTempDir({ prefix: "kedge-bad-" });
  try {
    const url = `http://127.0.0.1:${(server.addr as Deno.NetAddr).port}`;
    const around = resourcesAt(url, cache, [SHOP], more);
    const found = await work(around);
    deepEqual(around.errors, []);
    await around.resources.close();
    return found;
  } finally {
    await server.shutdown();
    await removeFolder(cache);
  }
}

/** Lists the secrets of an AWS that gives this answer; returns names and the status of the list. */
function look(answer: Answer, more: Parameters<typeof resourcesAt>[3] & { role?: string } = {}) {
  return at(answer, async ({ resources }) => {
    const list = resources.secrets.list({ account: ACCOUNT, ...(more.role ? { role: more.role } : {}) });
    const status = await listed(list);
    const read = await list.rows("").read(0, 100, signal);
    return {
      names: read.ok ? read.rows.map(({ name }) => name) : [],
      faults: status.faults.map(({ code, message }) => `${code}: ${message}`),
    };
  }, more);
}

const CASES: [
  name: string,
  answer: Answer,
  names: string[],
  faults: RegExp[],
][] = [
  [
    "one service is denied among allowed ones",
    (operation) => operation === "ListSecrets" ? page(["a b", "x/y/z"]) : refusal("AccessDeniedException"),
    ["shop/db", "a b", "x/y/z"],
    [/^denied: Listing the parameters in eu-central-1: access is denied$/],
  ],
  [
    "credentials end in the middle of the list",
    (operation, { NextToken }) =>
      operation !== "ListSecrets"
        ? none()
        : NextToken
        ? refusal("ExpiredTokenException")
        : page(["a", "b"], "2"),
    ["shop/db", "a", "b"],
    [/^expired: Listing the secrets in eu-central-1: the credentials have expired$/],
  ],
  [
    "the region is switched off",
    () => refusal("UnrecognizedClientException"),
    ["shop/db"],
    [/^region: eu-central-1 does not take this account's credentials: it is probably switched off/],
  ],
  [
    "AWS has too many requests for good",
    (operation) => operation === "ListSecrets" ? page(["a"]) : refusal("ThrottlingException"),
    ["shop/db", "a"],
    [/^throttled: Listing the parameters in eu-central-1: AWS gets too many requests$/],
  ],
  [
    "the answer is not one of AWS",
    (operation) => operation === "ListSecrets" ? new Response("<html>Sign in to the Wi-Fi</html>") : none(),
    ["shop/db"],
    [/^malformed: Listing the secrets in eu-central-1: the answer is not one of AWS/],
  ],
  [
    "a page leads to itself",
    (operation) => operation === "ListSecrets" ? page(["a"], "same") : none(),
    ["shop/db", "a"],
    [],
  ],
  [
    "names that every object has",
    (operation) => operation === "ListSecrets" ? page(["__proto__", "constructor"]) : none(),
    ["shop/db", "__proto__", "constructor"],
    [],
  ],
];
for (const [name, answer, names, faults] of CASES) {
  Deno.test(`a list of secrets where ${name} shows what there is, and says what is missing`, async () => {
    const found = await look(answer);
    deepEqual(found.names, names);
    equal(found.faults.length, faults.length, found.faults.join("\n"));
    for (const [at, fault] of faults.entries()) match(found.faults[at]!, fault);
  });
}

Deno.test("a role that was chosen is the one of next time, once there are credentials for it", async () => {
  const kept: string[] = [];
  const keepRole = (account: string, role: string) => Promise.resolve(void kept.push(`${account} ${role}`));
  const roles = ["Admin", "Reader"];
  await look(() => page([]), { roles, role: "Reader", credentials: { keepRole } });
  deepEqual(new Set(kept), new Set([`${ACCOUNT} Reader`]));
  kept.length = 0;
  const refused = () => Promise.reject(new CloudError("Denied.", "", undefined, "denied"));
  const cloud = () =>
    Promise.resolve({ session: null, servesPortal: () => Promise.resolve(true), credentials: refused });
  await look(() => page([]), { roles, role: "Admin", credentials: { keepRole, cloud } });
  deepEqual(kept, []);
});

Deno.test("a list is not requested while a role has to be chosen, and no sign-in is asked for", async () => {
  const choose = await look(() => page([]), { roles: ["Admin", "Reader"] });
  deepEqual(choose, {
    names: ["shop/db"],
    faults: ["choose: You have several roles in shop · 1234 5678 9012."],
  });
  const out = await look(() => page([]), {
    credentials: {
      cloud: () =>
        Promise.resolve({
          session: null,
          servesPortal: () => Promise.resolve(true),
          credentials: () =>
            Promise.reject(new CloudError("Nobody is signed in.", "Sign in.", undefined, "signed-out")),
        }),
    },
  });
  deepEqual(out, { names: ["shop/db"], faults: ["signed-out: Nobody is signed in."] });
});

const secret = () => Response.json({ SecretString: "of Secrets Manager" });
const parameter = () => Response.json({ Parameter: { Value: "of the parameter store" } });
const denied = () => refusal("AccessDeniedException");
const noSecret = () => refusal("ResourceNotFoundException");
const noParameter = () => refusal("ParameterNotFound");
const busy = () => refusal("ThrottlingException");

/** Answers of both services for a name without a service, and the result. */
const READS: readonly (readonly [
  what: string,
  managed: () => Response,
  stored: () => Response,
  found: RegExp,
])[] = [
  ["reads the secret when there are both", secret, parameter, /^of Secrets Manager$/],
  ["reads the parameter when there is no such secret", noSecret, parameter, /^of the parameter store$/],
  ["reads the parameter when Secrets Manager denies it", denied, parameter, /^of the parameter store$/],
  ["is denied when both deny it", denied, denied, /^Reading the secret .*: access is denied$/],
  ["is denied when only the parameter is missing", denied, noParameter, /^Reading the secret .* is denied$/],
  ["misses the secret when the parameter is denied", noSecret, denied, /^Reading the secret .* not exist /],
  ["says that Secrets Manager is busy when it is", busy, parameter, /^Reading the secret .* too many /],
];
for (const [what, managed, stored, found] of READS) {
  Deno.test(`readSecret() of a name without its service ${what}`, async () => {
    const text = await at(
      (operation) => operation === "GetSecretValue" ? managed() : stored(),
      async ({ resources, copied }) => {
        const done = await resources.secrets.copy({ account: ACCOUNT, id: "shop/db" });
        return done.ok ? copied.join() : done.error;
      },
    );
    match(text, found);
  });
}
