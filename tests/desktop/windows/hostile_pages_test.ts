/**
 * Pages and reports with hostile texts in real windows. WebKitGTK reports what it refused, and a
 * server records every request.
 */
import assert from "node:assert/strict";
import type { PageName } from "../../../src/pages/registry.ts";
import { testAssets } from "../../support/pages/assets.ts";
import { HOSTILE } from "../../support/pages/hostile_reports.ts";
import { HOSTILE_TEXTS, hostileMessage } from "../../support/pages/hostile_texts.ts";
import { htmlOf, stateWith } from "../../support/pages/pages_state.ts";
import { trap } from "../../support/trap.ts";
import { type Scene, scenes } from "../gallery/scenes.ts";
import { startDesktop, waitFor } from "../harness/mod.ts";
import { showReal } from "./real_pages.ts";

/** What a page reports about itself. */
interface Seen {
  readonly violations: readonly string[];
  readonly ran: boolean;
  /** Number of elements, addresses and resources that come from the hostile texts. */
  readonly made: number;
  /** Whether the text is visible. */
  readonly shown: boolean;
  readonly length: number;
}

/** Reports every 300 ms the effects of the texts; refused loads are recorded from the start. */
const PROBE = `{
  const violations = [];
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    violations.push(violatedDirective + " " + blockedURI));
  setInterval(() => {
    const count = (what, which) => [...document.querySelectorAll(what)].filter(which ?? (() => true)).length;
    const evil = (one) => /evil|javascript:/.test(one.outerHTML.slice(0, 500));
    const seen = {
      violations,
      ran: typeof pwned !== "undefined" || document.title.includes("taken"),
      made: count(".pwned, base, meta[http-equiv=refresh], [onerror], [onload]") + count("script, link, iframe[src]", evil) +
        count("a", ({ href }) => /^javascript:|^file:/.test(href)) +
        performance.getEntriesByType("resource").filter(({ name }) => new URL(name).host !== location.host).length,
      shown: document.body.innerText.includes("<img src=x") || document.querySelector("iframe") !== null ||
        [...document.querySelectorAll("input, textarea")].some(({ value }) => value.includes("<img src=x")),
      length: document.body.innerText.length,
    };
    const socket = new WebSocket(new URL("socket", location.href).href.replace(/^http/, "ws"));
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: "error", message: "probe " + JSON.stringify(seen) }));
      socket.close();
    };
  }, 300);
}
`;

/** Pages that show no foreign text until something is typed or pressed. */
const WITHOUT_TEXTS = new Set<PageName>(["guide", "news", "preparing", "welcome"]);

/** Yields one scene of each page, and the reports and texts that are large. */
function* cases(host: string): Generator<readonly [Scene, text: string]> {
  for (const [, [scene]] of Map.groupBy(scenes.filter(({ browser }) => !browser), ({ page }) => page)) {
    yield [scene!, HOSTILE_TEXTS];
  }
  const base = scenes.find(({ page }) => page === "dialog")!;
  const report = (name: string, html: string): Scene => ({
    ...base,
    name,
    params: { dialog: "h" },
    state: stateWith({ dialogs: [htmlOf("h", html)] }),
  });
  const whole = HOSTILE.filter((html) => !/<frameset|<plaintext/.test(html)).join("\n");
  yield [report("report", whole.replaceAll("evil.example", host)), ""];
  yield [report("report of 10 MB", "<b>x</b><i style='color:red'>y</i>".repeat(300_000)), ""];
  yield [scenes.find(({ page }) => page === "palette")!, HOSTILE_TEXTS.repeat(40)];
}

Deno.test("nothing that a real window shows runs, becomes an element, breaks its policy or asks for anything", async (t) => {
  const desktop = await startDesktop({ panel: false });
  const { files } = await testAssets();
  const main = new TextDecoder().decode(files.get("main.js"));
  const assets = { files: new Map([...files, ["main.js", new TextEncoder().encode(PROBE + main)]]) };
  const { send } = WebSocket.prototype;
  // A page may have a foreign title; only one window is open at a time.
  const byAnyTitle = { ...desktop, windows: { ...desktop.windows, find: () => desktop.windows.find(/./) } };
  let text = "", carries = /./, carried = 0;
  await using heard = trap();
  WebSocket.prototype.send = function (data) {
    const said = String(data);
    const sent = text && carries.test(said) ? hostileMessage(said, text) : said;
    if (sent !== said) carried++;
    send.call(this, sent);
  };
  try {
    for (const [scene, what] of cases(heard.host)) {
      await t.step(
        `${scene.page}: ${scene.name}${what.length > HOSTILE_TEXTS.length ? ", long" : ""}`,
        async () => {
          text = what.replaceAll("evil.example", heard.host);
          // A query window draws nothing for a server that the configuration does not contain
          // unchanged, so change only its rows.
          carries = scene.page === "query" ? /^\{"type":"rows"/ : /./;
          carried = 0;
          const real = await showReal(byAnyTitle, assets, { ...scene, act: undefined });
          try {
            const seen = (): Seen[] =>
              real.pages.errors.flatMap((error) =>
                error instanceof Error && error.message.startsWith("probe ")
                  ? [JSON.parse(error.message.slice(6)) as Seen]
                  : []
              );
            const needed = what !== "" && !WITHOUT_TEXTS.has(scene.page);
            await waitFor(
              "the texts in the window",
              () => seen().filter(({ shown, length }) => needed ? shown : length > 0).length >= 3,
              60_000,
            );
            const { violations, ran, made } = seen().at(-1)!;
            assert.deepEqual({ violations, ran, made }, { violations: [], ran: false, made: 0 });
            assert.ok(carried > 0 || !needed);
          } finally {
            await real.close();
          }
        },
      );
    }
    assert.equal(heard.count(), 0);
  } finally {
    WebSocket.prototype.send = send;
    await desktop.stop();
  }
});
