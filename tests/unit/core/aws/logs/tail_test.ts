import { deepEqual, equal, rejects } from "node:assert/strict";
import type { CloudLine } from "../../../../../src/core/aws/logs/events.ts";
import {
  createTail,
  type LeftOut,
  leftOutWords,
  type TailLine,
} from "../../../../../src/core/aws/logs/tail.ts";

const { signal } = new AbortController();
const NOW = 1_000_000;
const line = (at: number, text = `at ${at}`): CloudLine => ({ id: `${at} ${text}`, at, text });

/** A log that gives these lines, so many a page, and nothing of what is older than asked. */
function logOf(lines: () => readonly CloudLine[], perPage = 2) {
  const asked: number[] = [];
  return {
    asked,
    read({ from, page }: { readonly from: number; readonly page?: string | undefined }) {
      if (page === undefined) asked.push(from);
      const at = Number(page ?? 0);
      const found = lines().filter((one) => one.at >= from);
      const next = at + perPage < found.length ? String(at + perPage) : undefined;
      return Promise.resolve({ lines: found.slice(at, at + perPage), next });
    },
  };
}

/** What a tail gives at each look. */
async function looked(tail: ReturnType<typeof createTail>): Promise<{ texts: string[]; left: LeftOut[] }> {
  const texts: string[] = [], left: LeftOut[] = [];
  await tail.look({
    lines: (lines: readonly TailLine[]) =>
      void texts.push(...lines.map(({ group, text }) => group === undefined ? text : `${group}: ${text}`)),
    leftOut: (what) => void left.push(what),
  }, signal);
  return { texts, left };
}

Deno.test("createTail() looks further back until there are lines, then only for new ones and late ones", async () => {
  const lines = [line(NOW - 50_000)];
  const log = logOf(() => lines);
  const tail = createTail({ sources: [log], back: [1000, 100_000], now: () => NOW });
  deepEqual((await looked(tail)).texts, [`at ${NOW - 50_000}`]);
  deepEqual(log.asked, [NOW - 1000, NOW - 100_000]);
  lines.push(line(NOW - 55_000, "late"), line(NOW, "new"));
  deepEqual((await looked(tail)).texts, ["late", "new"]);
  deepEqual((await looked(tail)).texts, []);
});

Deno.test("createTail() goes on after a clock that is ahead: it does not hide the lines of others", async () => {
  const lines = [line(NOW + 3_600_000, "tomorrow")];
  const tail = createTail({ sources: [logOf(() => lines)], back: [1000], now: () => NOW });
  deepEqual((await looked(tail)).texts, ["tomorrow"]);
  lines.unshift(line(NOW, "now"));
  deepEqual((await looked(tail)).texts, ["now"]);
});

Deno.test("createTail() merges several logs by time, and one that cannot be read does not hide the others", async () => {
  const web = logOf(() => [line(NOW - 30), line(NOW - 10)]), worker = logOf(() => [line(NOW - 20)]);
  const sources = [{ ...web, group: "web" }, { ...worker, group: "worker" }];
  const tail = createTail({ sources, back: [1000], now: () => NOW });
  deepEqual((await looked(tail)).texts, [
    `web: at ${NOW - 30}`,
    `worker: at ${NOW - 20}`,
    `web: at ${NOW - 10}`,
  ]);
  const broken = { group: "gone", read: () => Promise.reject(new Error("it has vanished")) };
  const both = createTail({ sources: [broken, ...sources], back: [1000], now: () => NOW });
  const texts: string[] = [];
  const takes = {
    lines: (all: readonly TailLine[]) => void texts.push(...all.map(({ text }) => text)),
    leftOut() {},
  };
  await rejects(both.look(takes, signal), /it has vanished/);
  equal(texts.length, 3);
});

Deno.test("createTail() reads so many pages of a log that writes more, tells what it leaves out, and comes to the newest", async () => {
  let now = NOW;
  // A line each 100 ms, for ever.
  const log = {
    read({ from, page }: { readonly from: number; readonly page?: string | undefined }) {
      const begin = Number(page ?? Math.ceil(from / 100) * 100);
      const lines = [0, 100].map((more) => line(begin + more)).filter(({ at }) => at <= now);
      return Promise.resolve({ lines, next: begin + 200 <= now ? String(begin + 200) : undefined });
    },
  };
  const tail = createTail({ sources: [log], back: [60_000], now: () => now, mostPages: 10 });
  const first = await looked(tail);
  equal(first.texts.length, 20);
  deepEqual(first.left, [{ from: NOW - 60_000 + 1900, to: NOW - 2000 }]);
  now += 10_000;
  const second = await looked(tail);
  equal(second.texts[0], `at ${NOW - 2000}`);
  deepEqual(second.left, [{ from: NOW - 2000 + 1900, to: now - 2000 }]);
  equal(
    leftOutWords({ group: "web", from: 1, to: 2 }, String),
    "Lines of web from 1 to 2 are left out: more come than AWS gives.",
  );
});
