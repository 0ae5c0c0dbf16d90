import type { Env } from "./system.ts";

/** Variables that carry credentials, by their usual names. */
const CREDENTIALS = /^(AWS_|PG|MYSQL_|DATABASE_URL)|(SECRET|TOKEN|PASSWORD)/i;

/** Returns the environment for a program that needs no credentials: an editor, a browser, a part of the system. */
export function withoutCredentials(env: Env): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && !CREDENTIALS.test(name)) result[name] = value;
  }
  return result;
}
