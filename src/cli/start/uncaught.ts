import type { Logger } from "../../core/files/logger.ts";

/**
 * Logs exceptions that nothing caught, and continues: one unexpected message must not end the tray and all
 * runs. Stops when `signal` aborts.
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
