import type { Target } from "./connection.ts";
import { Fault } from "./fault.ts";
import type { Wire } from "./wire.ts";

/** How a password goes to a server: `proof` shows that it is known and is worthless elsewhere. */
export type Sent = "proof" | "weak proof" | "password";

/** Addresses that do not leave this machine. */
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** Whether the connection is safe from listeners: TLS, a socket of this machine, its own addresses. */
function isPrivate(
  { encrypted, address, socket }: Pick<Wire, "encrypted" | "address" | "socket">,
): boolean {
  return encrypted || socket !== undefined || (address !== undefined && LOOPBACK.test(address));
}

/**
 * The one rule of all engines about the answer to a server that asks for a password: without TLS only proofs, because
 * a program in between can ask in the server's name. Throws where it must not be sent; returns the warning about a
 * weak proof.
 */
export function mayAnswer(
  how: Sent,
  wire: Pick<Wire, "encrypted" | "address" | "socket">,
  { allowCleartextPassword = false }: Pick<Target, "allowCleartextPassword">,
): string | null {
  if (how === "proof" || isPrivate(wire) || allowCleartextPassword) return null;
  if (how === "weak proof") {
    return "The password was proven without TLS in a way that can be guessed from what was sent: turn on TLS.";
  }
  throw new Fault("CLEARTEXT", "the server asks for the password itself");
}
