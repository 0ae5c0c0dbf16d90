import { equal, match, throws } from "node:assert/strict";
import { mayAnswer, type Sent } from "../../../../src/core/sql/driver/clear_password.ts";
import { Fault } from "../../../../src/core/sql/driver/mod.ts";

interface Way {
  readonly encrypted?: boolean;
  readonly address?: string;
  readonly socket?: string;
  readonly allowed?: boolean;
}

/** What is sent for each way of asking: the answer, with a warning, or nothing. */
const CASES: readonly (readonly [how: Sent, way: Way, sent: "sent" | "warned" | "refused"])[] = [
  ["proof", { address: "192.0.2.7" }, "sent"],
  ["weak proof", { address: "192.0.2.7" }, "warned"],
  ["password", { address: "192.0.2.7" }, "refused"],
  ["password", {}, "refused"],
  ["password", { address: "2001:db8::1" }, "refused"],
  // Names that only look like this machine's.
  ["password", { address: "::ffff:192.0.2.7" }, "refused"],
  ["password", { address: "12.7.0.1" }, "refused"],
  ["weak proof", { address: "192.0.2.7", encrypted: true }, "sent"],
  ["password", { address: "192.0.2.7", encrypted: true }, "sent"],
  ["password", { address: "127.0.0.1" }, "sent"],
  ["password", { address: "127.8.9.1" }, "sent"],
  ["password", { address: "::1" }, "sent"],
  ["password", { address: "::ffff:127.0.0.1" }, "sent"],
  ["weak proof", { address: "127.0.0.1" }, "sent"],
  ["password", { socket: "/run/mysqld/mysqld.sock" }, "sent"],
  ["password", { address: "192.0.2.7", allowed: true }, "sent"],
];
for (const [how, { encrypted = false, address, socket, allowed }, sent] of CASES) {
  const way = JSON.stringify({ address, encrypted, socket, allowed });
  Deno.test(`mayAnswer() lets a ${how} be ${sent} to ${way}`, () => {
    const answer = () =>
      mayAnswer(how, { encrypted, address, socket }, allowed ? { allowCleartextPassword: true } : {});
    if (sent === "refused") throws(answer, (error) => error instanceof Fault && error.code === "CLEARTEXT");
    else if (sent === "warned") match(answer() ?? "", /turn on TLS/);
    else equal(answer(), null);
  });
}
