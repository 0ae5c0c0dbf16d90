import { deepEqual, equal, ok } from "node:assert/strict";
import { growsInLine } from "../../../support/growth.ts";
import { createReading } from "../../../../src/ui/pages/logs/reading.ts";
import { createLines, sourceLinks } from "../../../../src/ui/parts/run/lines.ts";
import { byEnv } from "../../../../src/ui/pages/home/accounts.tsx";
import { filterHome } from "../../../../src/ui/pages/home/filter.ts";
import { accounts, fullState } from "../../../desktop/gallery/state.ts";
import { modelIn, windowOf } from "../../../support/pages/pages_state.ts";
import { speaksOfDanger } from "../../../../src/ui/pages/dialog/message.tsx";
import { ages } from "../../../../src/ui/pages/everywhere/index_note.tsx";
import { updateCommand, updateWords } from "../../../../src/ui/pages/home/updates.ts";
import type { ReviewFile, ReviewFinding } from "../../../../src/core/state/state.ts";
import { type Reviewed, startFile } from "../../../../src/ui/pages/review/reviewed.ts";
import { changesOf, type Wishes, wishProblem } from "../../../../src/ui/pages/welcome/wishes.ts";

/** Entries that match a search on the home page, and the actions that stay. */
const FITS: readonly (readonly [ids: string[], actions: string[]])[] = [
  [["action:orders/refund"], ["Refund an order"]],
  [["run:run-1", "server:Orders"], ["Rotate access keys"]],
  [["extension:dns"], ["Look up a name"]],
  [["action:orders/gone", "account:123456789012"], []],
];
for (const [ids, actions] of FITS) {
  Deno.test(`filterHome() keeps ${actions.join() || "no action"} of ${ids}`, () => {
    const shown = filterHome(modelIn(windowOf("home"), fullState()), new Set(ids));
    deepEqual(shown.extensions.flatMap((one) => one.actions.map(({ label }) => label)), actions);
    ok(shown.extensions.every((one) => one.actions.length > 0));
  });
}

Deno.test("byEnv() groups accounts, production first", () => {
  deepEqual(byEnv(accounts).map(([env, some]) => [env, some.length]), [
    ["prd", 2],
    ["stg", 1],
    ["dev", 1],
    ["audit", 1],
    ["sandbox", 1],
    [null, 1],
  ]);
});

Deno.test("byEnv() of what was found begins with the best, wherever it is", () => {
  const found = ["stg", "prd", "stg", null].map((env, at) => ({ env, at }));
  deepEqual(byEnv(found, "sh").map(([env, some]) => [env, some.map(({ at }) => at)]), [
    ["stg", [0, 2]],
    ["prd", [1]],
    [null, [3]],
  ]);
  deepEqual(byEnv(found, " ")[0]![0], "prd");
});

Deno.test("createLines() reads each line once, with the colour that the stream was left in", () => {
  const lines = createLines();
  const log = [
    { stream: "stdout" as const, text: "\x1b[31mred", time: 0 },
    { stream: "stderr" as const, text: "plain", time: 1 },
  ];
  lines.take(log, 80);
  lines.take([...log, { stream: "stdout", text: "still", time: 2 }], 80);
  deepEqual(lines.texts, ["red", "plain", "still"]);
  deepEqual([0, 1, 2].map((line) => lines.tokensOf(line)[0]?.kind), ["a-1", "", "a-1"]);
  lines.take([], 2);
  equal(lines.wrapping.rows, 2 + 3 + 3);
});

Deno.test("createLines() forgets lines at the beginning, and takes what there is no time for the next time", () => {
  const log = (from: number, to: number) =>
    Array.from(
      { length: to - from },
      (_, n) => ({ stream: "stdout" as const, text: `line ${from + n}`, time: 0 }),
    );
  const lines = createLines();
  equal(lines.take(log(0, 1000), 80, 0, -1), false);
  equal(lines.texts.length < 1000, true);
  equal(lines.take(log(0, 1000), 80, 0), true);
  lines.take(log(900, 1100), 80, 900);
  deepEqual([lines.texts.length, lines.texts[0], lines.texts.at(-1), lines.wrapping.rows], [
    ...[200, "line 900", "line 1099", 200],
  ]);
  // The log may drop lines before they were ever taken.
  lines.take(log(5000, 5003), 80, 5000);
  deepEqual(lines.texts, ["line 5000", "line 5001", "line 5002"]);
  equal(lines.wrapping.rows, 3);
});

Deno.test("createReading() reads each line once, keeps what is wanted, and forgets with the log", () => {
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => ({
      stream: "stdout" as const,
      text: (from + n) % 2 === 0 ? `{"level":"info","msg":"even ${from + n}"}` : `odd ${from + n}`,
      time: from + n,
    }));
  const texts = ({ lines }: ReturnType<typeof createReading>) => lines.map(({ text }) => text);
  const all = createReading({ text: "", readable: true });
  all.take(rows(0, 2), 0);
  all.take(rows(0, 4), 0);
  deepEqual(texts(all), ["INFO even 0", "odd 1", "INFO even 2", "odd 3"]);
  all.take(rows(3, 5), 3);
  deepEqual([texts(all), all.dropped], [["odd 3", "INFO even 4"], 3]);
  deepEqual(all.originals, rows(3, 5));
  const odd = createReading({ text: "ODD", readable: false });
  odd.take(rows(0, 6), 0);
  odd.take(rows(4, 8), 4);
  deepEqual([texts(odd), odd.dropped], [["odd 5", "odd 7"], 2]);
  odd.take([...rows(4, 8), { stream: "stderr", text: "(It has ended.)", time: 8 }], 4);
  deepEqual(texts(odd), ["odd 5", "odd 7", "(It has ended.)"]);
  // Lines that begin at 0 again belong to a new log.
  odd.take(rows(0, 2), 0);
  deepEqual(texts(odd), ["odd 1"]);
});

const SOUGHT: readonly [text: string, readable: boolean, found: boolean][] = [
  ["GET path=/orders/7", true, true],
  ["path=/orders/7", false, false],
  ['"path":"/orders/7"', true, true],
  ["path=/orders/8", true, false],
];
for (const [text, readable, found] of SOUGHT) {
  Deno.test(`createReading() ${found ? "has" : "leaves"} a ${readable ? "readable" : "raw"} line by ${text}`, () => {
    const reading = createReading({ text, readable });
    const line = '{"level":"info","msg":"GET","path":"/orders/7"}';
    reading.take([{ stream: "stdout", text: line, time: 0 }], 0);
    equal(reading.lines.length, found ? 1 : 0);
  });
}

const places: readonly [line: string, found: string[]][] = [
  ["actions/rotate.go:36:3: undefined: x", ["actions/rotate.go:36:3"]],
  ["\tbundle/kedgerun/action/action.go:7 +0x1d", ["actions/rotate.go:7"]],
  ["\tbundle/lib/csv/csv.go:12 +0x1d", ["lib/csv/csv.go:12"]],
  ["actions\\\\rotate.go:1:2: x".replaceAll("\\\\", "\\"), ["actions/rotate.go:1:2"]],
  ["a.go:1 and b.go:2", ["a.go:1", "b.go:2"]],
  ["\truntime/panic.go:884 +0x213", []],
  ["/usr/local/go/src/fmt/print.go:5", []],
  ["../../../etc/x.go:5", []],
  ["see main.go for more", []],
];
for (const [line, found] of places) {
  Deno.test(`sourceLinks() of ${JSON.stringify(line)} are ${found.join(" and ") || "none"}`, () => {
    const shown = sourceLinks(line, "actions/rotate.go").map((place) =>
      [place.file, place.line, place.column].filter((part) => part !== undefined).join(":")
    );
    deepEqual(shown, found);
  });
}

for (const part of ["a", "a.go", "./", "C:", "a.go:1"]) {
  Deno.test(`sourceLinks() searches a long line of ${part} in time in line with it`, () =>
    growsInLine(
      64_000,
      (length) => part.repeat(length / part.length),
      (line) => sourceLinks(line, "actions/rotate.go"),
    ));
}

const cases: readonly [question: string, danger: boolean][] = [
  ["Delete the 312 old snapshots?", true],
  ["This deletes the queue. Go on?", true],
  ["Dropping table orders: sure?", true],
  ["Terminate i-0abc?", true],
  ["Overwrite the file?", true],
  ["Commit?", true],
  ["Shut down the service?", true],
  ["Restart the service?", false],
  ["Is this the committee's list?", false],
  ["Send a raindrop to everybody?", false],
  ["Rotate the key?", false],
];

for (const [question, danger] of cases) {
  Deno.test(`speaksOfDanger() is ${danger} for “${question}”`, () => {
    equal(speaksOfDanger(question), danger);
  });
}

const MINUTE = 60_000, NOW = 1000 * MINUTE;

for (
  const [oldest, newest, words] of [
    [null, null, ""],
    [NOW, NOW, ", 0 min old"],
    [NOW - 4 * MINUTE, NOW - 4 * MINUTE, ", 4 min old"],
    [NOW - 190 * MINUTE, NOW - 4 * MINUTE, ", 4 min to 3 h old"],
    [NOW + 9 * MINUTE, NOW + 99 * MINUTE, ", 0 min old"],
  ] as const
) {
  Deno.test(`ages() says “${words}” when an index looked at its hits from ${oldest} to ${newest}`, () => {
    equal(ages({ oldest, newest }, NOW), words);
  });
}

const update = (name: string, newly: string[] = []) => ({
  ...{ address: "/c", extension: name.toLowerCase(), name, from: "1", to: "2", newly },
});
const CASES: readonly (readonly [updates: ReturnType<typeof update>[], words: string, command: string])[] = [
  [[update("Tools")], "Tools 2 is there; 1 is installed.", "installFromCatalogue"],
  [
    [update("Tools", ["reach the network"])],
    "Tools 2 is there; 1 is installed. It can now reach the network.",
    "installFromCatalogue",
  ],
  [[update("A"), update("B")], "2 extensions have updates: A, B.", "openWindow"],
  [
    ["A", "B", "C", "D"].map((name) => update(name)),
    "4 extensions have updates: A, B, C and 1 more.",
    "openWindow",
  ],
];
for (const [updates, words, command] of CASES) {
  Deno.test(`updateWords() of ${updates.length} updates: ${words}`, () => {
    equal(updateWords(updates), words);
    equal(updateCommand(updates).name, command);
  });
}

Deno.test("updateCommand() of one update opens its review", () =>
  deepEqual(updateCommand([update("Tools")]), {
    name: "installFromCatalogue",
    address: "/c",
    extension: "tools",
  }));

const file = (path: string, change: ReviewFile["change"]): ReviewFile => ({
  path,
  size: 1,
  change,
  kind: /\.go$|^manifest/.test(path) ? "source" : "text",
});
const finding = (severity: ReviewFinding["severity"], file: string): ReviewFinding => ({
  severity,
  file,
  message: "x",
});

/** `files` and `findings` as names after a mark: ~ changed file, ! danger, ? caution, . info. */
const STARTS:
  readonly (readonly [change: Reviewed["change"], files: string, findings: string, start: string])[] = [
    ["install", "manifest.json a.go b.go", "?manifest.json", "a.go"],
    ["install", "manifest.json a.go b.go", "?a.go !b.go", "b.go"],
    ["install", "manifest.json", "", "manifest.json"],
    ["install", "", "", ""],
    ["update", "~manifest.json a.go ~b.go", "?manifest.json !b.go", "b.go"],
    ["update", "~manifest.json ~a.go ~b.go", "?a.go !b.go", "b.go"],
    ["update", "~manifest.json ~a.go ~b.go", "?manifest.json .b.go", "a.go"],
    ["update", "~manifest.json a.go ~b.go", "!a.go", "b.go"],
    ["update", "~manifest.json a.go", "!a.go", "manifest.json"],
    ["update", "manifest.json a.go ~c.txt", "", "c.txt"],
    ["reinstall", "manifest.json a.go b.go", "!b.go", "b.go"],
  ];
const words = (text: string) => text.split(" ").filter((word) => word !== "");
for (const [change, files, findings, start] of STARTS) {
  Deno.test(`startFile() of ${change} ${files} with ${findings || "no finding"} is ${start || "none"}`, () => {
    const severities = { "!": "danger", "?": "caution", ".": "info" } as const;
    const bundle = {
      change,
      files: words(files).map((word) =>
        file(word.replace("~", ""), word.startsWith("~") ? "changed" : "same")
      ),
      findings: words(findings).map((word) =>
        finding(severities[word[0] as keyof typeof severities], word.slice(1))
      ),
    };
    equal(startFile(bundle), start);
  });
}

const START: Wishes = {
  ssoStartUrl: "",
  ssoRegion: "",
  globalShortcut: "Ctrl+Shift+K",
  launchAtStartup: true,
  analyticsEnabled: true,
};

const PORTALS: readonly (readonly [typed: string, written: string | undefined])[] = [
  ["https://d-1.awsapps.com/start", "https://d-1.awsapps.com/start"],
  [" d-1.awsapps.com/start ", "https://d-1.awsapps.com/start"],
  ["portal.example.com", "https://portal.example.com"],
  ["  ", undefined],
];
for (const [typed, written] of PORTALS) {
  Deno.test(`changesOf() writes ${written ?? "nothing"} for the portal "${typed}"`, () => {
    const wishes = { ...START, ssoStartUrl: typed, ssoRegion: "eu-west-1 " };
    equal(wishProblem("ssoStartUrl", wishes), undefined);
    const changes = changesOf(wishes, START).filter(([key]) => key.startsWith("sso"));
    deepEqual(changes, written === undefined ? [] : [["ssoStartUrl", written], ["ssoRegion", "eu-west-1"]]);
  });
}

Deno.test("changesOf() takes back what the file has when the answer is the default again", () => {
  const inFile = {
    ...START,
    ssoStartUrl: "https://d-1.awsapps.com/start",
    ssoRegion: "eu-west-1",
    launchAtStartup: false,
  };
  const wishes = { ...inFile, ssoStartUrl: "", launchAtStartup: true };
  const gone = ["ssoStartUrl", "ssoRegion", "launchAtStartup"].map((key) => [key, undefined]);
  deepEqual(changesOf(wishes, inFile), gone);
  deepEqual(changesOf(inFile, inFile), []);
});

/** The fields of the portal in the file and in the form, and the changes to be written. */
const LEFT: readonly (readonly [inFile: Partial<Wishes>, entered: Partial<Wishes>, written: unknown[]])[] = [
  [{ ssoRegion: "eu-west-1" }, {}, []],
  [{ ssoStartUrl: "d-1.awsapps.com/start", ssoRegion: "eu-west-1" }, {}, []],
  [
    { ssoRegion: "eu-west-1" },
    { ssoStartUrl: "portal.example.com" },
    [["ssoStartUrl", "https://portal.example.com"]],
  ],
];
for (const [inFile, entered, written] of LEFT) {
  Deno.test(`changesOf() leaves ${JSON.stringify(inFile)} as it is with ${JSON.stringify(entered)}`, () => {
    const had = { ...START, ...inFile };
    deepEqual(changesOf({ ...had, ...entered }, had), written);
  });
}

Deno.test("wishProblem() asks what was meant as one question", () => {
  const problem = wishProblem("ssoStartUrl", { ...START, ssoStartUrl: "d-1.awsapps.com", ssoRegion: "x" });
  equal(problem?.endsWith('Did you mean "https://d-1.awsapps.com/start"?'), true, problem);
});

Deno.test("wishProblem() says of what is no address how one looks", () => {
  const problem = wishProblem("ssoStartUrl", { ...START, ssoStartUrl: "portal", ssoRegion: "eu-west-1" });
  equal(/https:\/\/example\.awsapps\.com\/start/.test(problem ?? ""), true, problem);
});
