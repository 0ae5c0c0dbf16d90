import { equal } from "node:assert/strict";
import { Mailbox } from "../../../../../src/tray/windows/child/mailbox.ts";

Deno.test("take() gives what was put at the other end, once", () => {
  const mailbox = new Mailbox();
  const other = new Mailbox(mailbox.buffer);
  equal(other.take(), null);
  mailbox.put("grüße ✓", 0);
  equal(other.take(), "grüße ✓");
  equal(other.take(), null);
  mailbox.put("next", 0);
  equal(other.take(), "next");
});

Deno.test("put() leaves out what does not fit", () => {
  const mailbox = new Mailbox();
  mailbox.put("x".repeat(64 * 1024 + 1), 0);
  equal(mailbox.take(), null);
  mailbox.put("x".repeat(64 * 1024), 0);
  equal(mailbox.take()?.length, 64 * 1024);
});

Deno.test("put() returns false while the previous message is unread", () => {
  const mailbox = new Mailbox();
  equal(mailbox.put("first", 1), true);
  equal(mailbox.put("second", 1), false);
  equal(mailbox.take(), "first");
  equal(mailbox.put("second", 1), true);
  equal(mailbox.take(), "second");
});
