import assert from "node:assert/strict";
import { Mailbox } from "../../../../../src/tray/windows/child/mailbox.ts";

Deno.test("take() gives what was put at the other end, once", () => {
  const mailbox = new Mailbox();
  const other = new Mailbox(mailbox.buffer);
  assert.equal(other.take(), null);
  mailbox.put("grüße ✓");
  assert.equal(other.take(), "grüße ✓");
  assert.equal(other.take(), null);
  mailbox.put("next");
  assert.equal(other.take(), "next");
});

Deno.test("put() leaves out what does not fit", () => {
  const mailbox = new Mailbox();
  mailbox.put("x".repeat(64 * 1024 + 1));
  assert.equal(mailbox.take(), null);
  mailbox.put("x".repeat(64 * 1024));
  assert.equal(mailbox.take()?.length, 64 * 1024);
});

Deno.test("drained() tells whether the other end has taken it in time", () => {
  const mailbox = new Mailbox();
  assert.equal(mailbox.drained(1), true);
  mailbox.put("x");
  assert.equal(mailbox.drained(1), false);
  mailbox.take();
  assert.equal(mailbox.drained(1), true);
});
