import type { Secret } from "../secret.ts";

/** The most telling code of a driver's error: MySQL's number, SQLSTATE, or the system's word. */
export function errorCode(error: unknown): string | undefined {
  const { errno, code, errors } = error as { errno?: unknown; code?: unknown; errors?: unknown[] };
  // Several addresses were tried: the first says enough.
  if (Array.isArray(errors) && errors.length > 0 && typeof code !== "string") return errorCode(errors[0]);
  if (typeof errno === "number" && errno >= 1000) return String(errno);
  return typeof code === "string" ? code : undefined;
}

/** The words of a driver's error. */
export function errorText(error: unknown): string {
  const text = (error as Error)?.message;
  return typeof text === "string" ? text : String(error);
}

/** One bounded line of a server's words, without the password should the server repeat it. */
export function clean(text: string, password: Secret): string {
  const secret = password.open();
  const safe = secret === "" ? text : text.replaceAll(secret, "•••");
  // deno-lint-ignore no-control-regex
  return safe.replace(/[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, " ").trim().slice(
    0,
    300,
  );
}
