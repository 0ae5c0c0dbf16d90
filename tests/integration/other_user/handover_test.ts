import assert from "node:assert/strict";
import { waitFor } from "../../desktop/harness/mod.ts";
import { startBrowser } from "../../support/browser/mod.ts";
import { call, sources } from "../../support/users/caller.ts";
import { ADA, EVE, isRoot, share, type Shared } from "../../support/users/mod.ts";

const SECRET = "https://127.0.0.1:1/federation?token=planted";

/** An address that is handed over. */
interface Ticket {
  readonly address: string;
  /** Opens the address, or sends a code to it; returns the answer. */
  open(user: number | undefined, source?: string): Promise<string>;
  send(user: number | undefined, code: string, origin?: string): Promise<string>;
  /** Waits for the program's line with that key, and returns its value. */
  said(key: "code" | "taken"): Promise<unknown>;
  saidNow(key: "code" | "taken"): unknown;
}

async function withTicket(program: Shared, use: (ticket: Ticket) => Promise<void>, life = 600_000) {
  const running = program.start(ADA, [SECRET, String(life)]);
  const line = (key: string) =>
    running.output().split("\n").filter((text) => text.startsWith("{"))
      .map((text) => JSON.parse(text) as Record<string, unknown>).find((found) => key in found);
  try {
    const { ticket } = await waitFor("the ticket", () => line("ticket"), 60_000) as { ticket: string };
    assert.ok(!running.output().includes("planted"));
    const { pathname, port, host } = new URL(ticket);
    await use({
      address: ticket,
      open: (user, source = "127.0.0.1") =>
        call(user, source, Number(port), `GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\n\r\n`),
      send: (user, code, origin = `http://${host}`) =>
        call(
          user,
          "127.0.0.1",
          Number(port),
          `POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\norigin: ${origin}\r\n` +
            `content-type: application/x-www-form-urlencoded\r\ncontent-length: ${
              code.length + 5
            }\r\n\r\ncode=${code}`,
        ),
      said: async (key) => (await waitFor(key, () => line(key)))[key],
      saidNow: (key) => line(key)?.[key],
    });
  } finally {
    await running.kill();
  }
}

Deno.test("handOver() leads its own user to the address, once, and nobody else", async (t) => {
  const program = await share(new URL("handed_over.ts", import.meta.url));
  const step = (what: string, use: (ticket: Ticket) => Promise<void>, life?: number) =>
    t.step(what, () => withTicket(program, use, life));
  try {
    await step(
      "other users and other addresses get nothing, and its user still gets there, once",
      async (ticket) => {
        for (const source of sources()) {
          if (isRoot || source !== "127.0.0.1") assert.match(await ticket.open(EVE, source), / 403 /);
          if (source !== "127.0.0.1") assert.match(await ticket.open(ADA, source), / 403 /);
        }
        if (isRoot) assert.match(await ticket.send(EVE, "123456"), / 403 /);
        assert.match(await ticket.open(ADA), / 303 /);
        assert.equal(await ticket.said("taken"), true);
        await assert.rejects(ticket.open(ADA));
      },
    );
    await step("its life is bounded", async (ticket) => {
      assert.equal(await ticket.said("taken"), false);
      await assert.rejects(ticket.open(ADA));
    }, 300);
    // Root forwards connections of others, so the kernel cannot name the user of the browser.
    if (!isRoot) return;
    await step("a request forwarded by root must send the code that the user was shown", async (ticket) => {
      assert.match(await ticket.open(undefined), / 200 /);
      const code = await ticket.said("code") as string;
      assert.match(code, /^\d{3} \d{3}$/);
      assert.match(await ticket.send(undefined, code === "000 000" ? "000001" : "000000"), / 403 /);
      assert.match(await ticket.send(undefined, code.replace(" ", ""), "http://evil.example"), / 403 /);
      assert.equal(ticket.saidNow("taken"), undefined);
      assert.match(await ticket.send(undefined, code.replace(" ", "+")), / 303 /);
      assert.equal(await ticket.said("taken"), true);
    });
    await step("a browser asks for the code and gets there with it", async (ticket) => {
      const browser = await startBrowser();
      try {
        const tab = await browser.open(ticket.address);
        await tab.until("document.activeElement.name === 'code'");
        await tab.type("12");
        await tab.press("Enter");
        await tab.until("document.querySelector('[role=alert]')");
        assert.deepEqual(tab.problems.filter((problem) => !problem.includes("status of 403")), []);
        await tab.until("document.activeElement.name === 'code'");
        await tab.type(await ticket.said("code") as string);
        await tab.press("Enter");
        assert.equal(await ticket.said("taken"), true);
      } finally {
        await browser.close();
      }
    });
    await step("five wrong codes void the ticket, also for the right one", async (ticket) => {
      assert.match(await ticket.open(undefined), / 200 /);
      const code = (await ticket.said("code") as string).replace(" ", "");
      const wrong = code === "000000" ? "000001" : "000000";
      await Promise.all(Array.from({ length: 5 }, () => ticket.send(undefined, wrong)));
      assert.equal(await ticket.said("taken"), false);
      await assert.rejects(ticket.send(undefined, code));
    });
  } finally {
    await program.remove();
  }
});
