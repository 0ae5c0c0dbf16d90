import assert from "node:assert/strict";
import { Mailbox } from "../../../../../src/tray/windows/child/mailbox.ts";

Deno.test("take() gives what was put at the other end, once", () => {
  const mailbox = new Mailbox();
  const other = new Mailbox(mailbox.buffer);
  assert.equal(other.take(), null);
  mailbox.put("grüße ✓", 0);
  assert.equal(other.take(), "grüße ✓");
  assert.equal(other.take(), null);
  mailbox.put("next", 0);
  assert.equal(other.take(), "next");
});

Deno.test("put() leaves out what does not fit", () => {
  const mailbox = new Mailbox();
  mailbox.put("x".repeat(64 * 1024 + 1), 0);
  assert.equal(mailbox.take(), null);
  mailbox.put("x".repeat(64 * 1024), 0);
  assert.equal(mailbox.take()?.length, 64 * 1024);
});

Deno.test("put() tells that nobody takes what is there", () => {
  const mailbox = new Mailbox();
  assert.equal(mailbox.put("first", 1), true);
  assert.equal(mailbox.put("second", 1), false);
  assert.equal(mailbox.take(), "first");
  assert.equal(mailbox.put("second", 1), true);
  assert.equal(mailbox.take(), "second");
});
