import { deepEqual, equal, notEqual } from "node:assert/strict";
import { createLists } from "../../../../../src/core/app/features/resources/list_of.ts";
import { fixedList, rowsOf } from "../../../../support/pages/resources.ts";
import { freePort } from "../../../../support/servers/ports.ts";
import { reachable } from "../../../../../src/core/app/features/resources/reach.ts";
import { followLines } from "../../../../../src/core/app/features/resources/log_lines.ts";
import { ALWAYS_ON } from "../../../../../src/core/aws/resources/regions.ts";
import { resourcesAt } from "../../../../support/cloud/resources.ts";
import { account } from "../../../../support/pages/state.ts";
import { unexpected, until } from "../fixtures.ts";

/** Creates lists that record `forget` and `refresh`; a page shows those in `watched`. */
function setup() {
  const watched = new Set<string>(), forgotten: string[] = [], refreshed: string[] = [];
  const lists = createLists(({ account, role, region }) => ({
    ...fixedList([{ name: account }], {}),
    watched: () => watched.has(account),
    forget: () => void forgotten.push(account),
    refresh: () => void refreshed.push(`${account} ${role} ${region}`),
  }));
  return { lists, watched, forgotten, refreshed };
}

Deno.test("createLists() keeps a list that a page shows, however many others come, and forget() forgets it too", () => {
  const { lists, watched, forgotten } = setup();
  const looked = lists({ account: "looked at" }), left = lists({ account: "left" });
  watched.add("looked at");
  for (let at = 0; at < 200; at++) lists({ account: String(at) });
  equal(lists({ account: "looked at" }), looked);
  notEqual(lists({ account: "left" }), left);
  lists.forget();
  equal(forgotten.includes("looked at"), true);
  equal(forgotten.length <= 61, true);
});

Deno.test("createLists() has more lists than usual only while pages show all of them", () => {
  const { lists, watched, forgotten } = setup();
  const accounts = Array.from({ length: 100 }, (_, at) => String(at));
  for (const account of accounts) {
    watched.add(account);
    lists({ account });
  }
  lists.forget();
  deepEqual(forgotten.toSorted(), accounts.toSorted());
});

Deno.test("changed() refreshes each shown list of the account and region, whatever its role", () => {
  const { lists, watched, refreshed } = setup();
  watched.add("here").add("elsewhere");
  const all = [["here", undefined], ["here", "Admin"], ["elsewhere", "Admin"], ["left", "Admin"]] as const;
  const made = all.map(([account, role]) => lists({ account, role, region: "a" }));
  lists({ account: "here", region: "b" });
  lists.changed({ account: "here", role: "Other", region: "a" });
  deepEqual(refreshed, ["here undefined a", "here Admin a"]);
  lists.changed({ account: "left", region: "a" });
  const again = all.map(([account, role]) => lists({ account, role, region: "a" }));
  // No page is showing the list of `left`, so it is dropped and made anew when it is read next.
  deepEqual(again.map((list, at) => list === made[at]), [true, true, true, false]);
  equal(refreshed.length, 2);
});

const never = new AbortController().signal;

Deno.test("reachable() tells an address that accepts from one that refuses", async () => {
  const port = freePort();
  const listener = Deno.listen({ hostname: "127.0.0.1", port });
  equal(await reachable("127.0.0.1", port, 5000, never), null);
  listener.close();
  equal(await reachable("127.0.0.1", port, 5000, never), "refused");
});

Deno.test("reachable() ends at once when its signal is aborted", async () => {
  // 192.0.2.1 never answers, but the aborted signal ends the wait at once.
  equal(await reachable("192.0.2.1", 9, 60_000, AbortSignal.abort()), "silent");
});

const { signal } = new AbortController();

const NOT_LISTED: readonly [
  what: string,
  code: string,
  own: string,
  regions: readonly string[],
  says: string,
][] = [
  [
    "those that are always on when the role may not list them",
    "UnauthorizedOperation",
    "eu-west-3",
    ["eu-west-3", ...ALWAYS_ON.filter((region) => region !== "eu-west-3")],
    "access is denied; those that are always on were asked.",
  ],
  [
    "those and its own when that is one that is switched on",
    "UnauthorizedOperation",
    "ap-east-1",
    ["ap-east-1", ...ALWAYS_ON],
    "access is denied; those that are always on were asked.",
  ],
  [
    "its own when that is of another partition",
    "UnauthorizedOperation",
    "us-gov-west-1",
    ["us-gov-west-1"],
    "access is denied; only its own region was asked.",
  ],
  [
    "its own, and says so, when the call fails",
    "Unavailable",
    "eu-west-3",
    ["eu-west-3"],
    "no; only its own region was asked.",
  ],
];
for (const [what, code, own, regions, says] of NOT_LISTED) {
  Deno.test(`enabledRegions() gives ${what}`, async () => {
    const xml =
      `<Response><Errors><Error><Code>${code}</Code><Message>no</Message></Error></Errors></Response>`;
    const server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      () => new Response(xml, { status: 403 }),
    );
    const id = "111111111111";
    const { resources } = resourcesAt(
      `http://127.0.0.1:${server.addr.port}`,
      "/nonexistent/cache",
      [account(id, { region: own })],
    );
    try {
      deepEqual(await resources.enabledRegions({ account: id }, signal), {
        regions,
        fault: `Asking which regions are switched on: ${says}`,
      });
    } finally {
      await resources.close();
      await server.shutdown();
    }
  });
}

Deno.test("followLines() keeps the last lines, tells only what is new, and leaves marks where lines were", async () => {
  const page = 5000, pages = 13;
  let given = 0;
  const source = followLines({
    faultOf: () => null,
    now: () => 1_000_000,
    onError: unexpected,
    sources: [{
      read() {
        const lines = Array.from({ length: page }, (_, n) => {
          const number = given * page + n;
          return { id: String(number), at: number, text: `line ${number}` };
        });
        given++;
        return Promise.resolve({ lines, next: given < pages ? String(given) : undefined });
      },
    }],
  });
  const told: number[] = [];
  const end = source.subscribe((from) => told.push(from));
  await until(() => given === pages && told.length === pages);
  deepEqual(told, Array.from({ length: pages }, (_, n) => n * page));
  const total = page * pages;
  const read = async (from: number, count: number) => {
    const rows = await source.read(from, count, signal);
    if (!rows.ok) throw new Error(rows.error);
    equal(rows.total, total);
    return rows.rows.map(({ text }) => text);
  };
  deepEqual(await read(total - 2, 10), [`line ${total - 2}`, `line ${total - 1}`]);
  deepEqual(await read(0, 2), ["(not kept)", "(not kept)"]);
  const kept = (await read(0, total)).filter((text) => text !== "(not kept)");
  equal(kept.length >= 40_000 && kept.length <= 50_000, true);
  equal(kept.at(-1), `line ${total - 1}`);
  end();
});

/** Waits until the log was read `times` times more. */
const reads = (asked: () => number) => (times: number) => {
  const enough = asked() + times;
  return until(() => asked() >= enough);
};

const texts = async (source: ReturnType<typeof followLines>) =>
  (await rowsOf(source, 10)).map(({ stream, text }) => `${stream} ${text}`);

Deno.test("followLines() says among the first lines of a log, once, why another one cannot be read", async () => {
  let asked = 0, writes = false;
  const denied = { code: "denied", message: "Access is denied." };
  const source = followLines({
    faultOf: () => denied,
    now: () => 1_000_000,
    every: 1,
    onError: unexpected,
    sources: [{
      read: () =>
        Promise.resolve({ lines: writes ? [{ id: "1", at: 1, text: "first" }] : [], next: undefined }),
    }, {
      read() {
        asked++;
        return Promise.reject(new Error("denied"));
      },
    }],
  });
  const end = source.subscribe(() => {});
  const more = reads(() => asked);
  await more(3);
  const { message: error, code } = denied;
  deepEqual(await source.read(0, 10, signal), { ok: false, error, code });
  writes = true;
  await more(5);
  deepEqual(await texts(source), ["stdout first", "stderr (Access is denied.)"]);
  end();
});

Deno.test("followLines() says among the lines why no more come, once, and that they come again", async () => {
  let asked = 0, broken = false;
  const source = followLines({
    faultOf: (error) => ({ code: "expired", message: (error as Error).message, hint: "Sign in." }),
    now: () => 1_000_000,
    every: 1,
    onError: unexpected,
    sources: [{
      read() {
        asked++;
        if (broken) throw new Error("The session has ended.");
        return Promise.resolve({ lines: [{ id: "1", at: 1, text: "first" }], next: undefined });
      },
    }],
  });
  const end = source.subscribe(() => {});
  const more = reads(() => asked);
  await more(2);
  deepEqual(await texts(source), ["stdout first"]);
  broken = true;
  await more(3);
  const said = ["stdout first", "stderr (The session has ended. Sign in.)"];
  deepEqual(await texts(source), said);
  broken = false;
  await more(3);
  deepEqual(await texts(source), [...said, "stderr (AWS answers again.)"]);
  end();
});
