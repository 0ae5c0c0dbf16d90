import type { Target } from "./connection.ts";
import { DriverError } from "./errors.ts";
import type { Wire } from "./wire.ts";

/** How a password goes to a server. A `proof` shows that it is known, and is worthless to others. */
export type Sent = "proof" | "weak proof" | "password";

/** Addresses of this computer itself. */
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** Whether nobody can listen to the connection: it uses TLS, a Unix socket or an address of this computer. */
function isPrivate(
  { encrypted, address, socket }: Pick<Wire, "encrypted" | "address" | "socket">,
): boolean {
  return encrypted || socket !== undefined || (address !== undefined && LOOPBACK.test(address));
}

/**
 * Decides for all engines how to answer a server that asks for a password. Without TLS only proofs are sent,
 * because a program in between can ask in the server's name. Throws a DriverError when the answer must not be
 * sent; returns a warning about a weak proof, else null.
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
  throw new DriverError("CLEARTEXT", "the server asks for the password itself");
}
