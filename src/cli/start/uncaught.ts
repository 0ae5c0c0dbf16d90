import type { Logger } from "../../core/files/logger.ts";

/**
 * Logs exceptions that nothing caught and goes on: one odd message from outside must not end the tray with everything that
 * runs. Ends when `signal` aborts.
 */
export function logUncaught(logger: Pick<Logger, "error">, signal: AbortSignal): void {
  addEventListener("error", (event) => {
    event.preventDefault();
    logger.error("uncaught", event.error);
  }, { signal });
  addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    logger.error("uncaught", event.reason);
  }, { signal });
}
