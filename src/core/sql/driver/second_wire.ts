import type { Target } from "./connection.ts";
import { DriverError } from "./errors.ts";
import { socketOf } from "./socket.ts";
import { Wire } from "./wire.ts";

/** Maximum time for telling a server to end a statement, in ms. MySQL needs a sign-in for that. */
export const CANCEL_LIMIT = 15_000;

/**
 * Tells a server to end a statement, over a wire of its own that is cut afterwards. It goes to the same
 * address, because the server's name may lead to another server by now.
 */
export async function overSecondWire(
  target: Target,
  address: string | undefined,
  tell: (wire: Wire) => Promise<void>,
): Promise<void> {
  const wire = new Wire({ ...target, address, socket: socketOf(target) });
  const timer = setTimeout(
    () => wire.cut(new DriverError("ETIMEDOUT", "the server did not take the request")),
    CANCEL_LIMIT,
  );
  try {
    await tell(wire);
  } finally {
    clearTimeout(timer);
    wire.cut(new DriverError("ABORT", "the request was sent"));
  }
}
