/** Returns the SHA-1 of a text in lower-case hex. The AWS CLI names its files by it; it is not used for security. */
async function sha1(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex();
}

/** Returns the file name of a token, by the name of its session or by the exact start address in a profile. */
export async function tokenFile(nameOrAddress: string): Promise<string> {
  return `${await sha1(nameOrAddress)}.json`;
}

/** Identifies a registered client. */
export interface RegistrationKey {
  readonly startUrl: string;
  readonly region: string;
  readonly scopes: readonly string[] | null;
  readonly session: string | null;
}

/** Returns the file name of a registered client, under which the AWS CLI finds the client too. */
export async function registrationFile(
  { startUrl, region, scopes, session }: RegistrationKey,
): Promise<string> {
  const key = { region, scopes, session_name: session, startUrl, tool: "botocore" };
  return `${await sha1(pythonJson(key))}.json`;
}

/** Formats JSON as Python's `json.dumps(value, sort_keys=True)` does. Numbers must be whole. */
export function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1);
    return `{${entries.map(([key, item]) => `${pythonJson(key)}: ${pythonJson(item)}`).join(", ")}}`;
  }
  const text = JSON.stringify(value);
  return text.replace(/[\x7f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
