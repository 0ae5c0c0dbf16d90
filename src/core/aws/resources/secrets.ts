import { Secret } from "../../secret.ts";
import { CloudError } from "../errors.ts";
import { callJson } from "../service/json.ts";
import type { Answer } from "../wire/shape.ts";
import type { ResourcePlace } from "./place.ts";

/** A secret as lists show it: everything but its value. */
export interface SecretRow {
  /** `parameter`: a SecureString of the parameter store. */
  readonly kind: "secret" | "parameter";
  readonly name: string;
  readonly arn?: string;
  readonly description?: string;
  /** When its value changed last, ms since 1970. */
  readonly changedAt?: number;
}

/** The most that one page of AWS may hold. */
const MOST = 100;

/** How many pages are asked for: more secrets than anybody has in one region. */
const MOST_PAGES = 500;

/** The secrets of Secrets Manager, page by page as they come. Throws a CloudError. */
export async function* secrets(
  { place, credentials }: ResourcePlace,
  signal: AbortSignal,
): AsyncGenerator<SecretRow[]> {
  const doing = `listing the secrets in ${place.region}`;
  yield* pages(async (next) => {
    const answer = await callJson({
      doing,
      service: "SECRETS_MANAGER",
      place,
      credentials,
      signal,
      target: "secretsmanager.ListSecrets",
      input: { MaxResults: MOST, ...(next ? { NextToken: next } : {}) },
    });
    const rows = answer.list("SecretList", MOST).map((item) => rowOf("secret", item, "LastChangedDate"));
    return { rows, next: answer.maybeText("NextToken") };
  });
}

/** The SecureStrings of the parameter store, page by page as they come. Throws a CloudError. */
export async function* secureParameters(
  { place, credentials }: ResourcePlace,
  signal: AbortSignal,
): AsyncGenerator<SecretRow[]> {
  const doing = `listing the parameters in ${place.region}`;
  yield* pages(async (next) => {
    const answer = await callJson({
      doing,
      service: "SSM",
      place,
      credentials,
      signal,
      target: "AmazonSSM.DescribeParameters",
      input: {
        MaxResults: 50,
        ParameterFilters: [{ Key: "Type", Option: "Equals", Values: ["SecureString"] }],
        ...(next ? { NextToken: next } : {}),
      },
    });
    const rows = answer.list("Parameters", MOST).map((item) => rowOf("parameter", item, "LastModifiedDate"));
    return { rows, next: answer.maybeText("NextToken") };
  });
}

/** The value of a secret, read now: a text, or bytes. */
interface SecretContent {
  readonly value: Secret;
  /** The value is base64 of bytes. */
  readonly binary: boolean;
}

/**
 * The value of a secret by its name or ARN: of Secrets Manager, else of the parameter store; an ARN says which. Throws a
 * CloudError that names the secret and never its value.
 */
export async function readSecret(at: ResourcePlace, id: string, signal: AbortSignal): Promise<SecretContent> {
  if (/^arn:[\w-]+:ssm:/.test(id)) return await readParameter(at, id, signal);
  try {
    return await readManaged(at, id, signal);
  } catch (error) {
    const elsewhere = error instanceof CloudError && error.trouble === "missing" && !id.startsWith("arn:");
    if (!elsewhere) throw error;
    return await readParameter(at, id, signal).catch((other) => {
      // What is in neither is told as the secret that the user asked for.
      throw other instanceof CloudError && other.trouble === "cancelled" ? other : error;
    });
  }
}

/** The value of a secret of Secrets Manager. Throws a CloudError. */
export async function readManaged(
  { place, credentials }: ResourcePlace,
  id: string,
  signal: AbortSignal,
): Promise<SecretContent> {
  const answer = await callJson({
    doing: `reading the secret ${id} in ${place.region}`,
    service: "SECRETS_MANAGER",
    place,
    credentials,
    signal,
    target: "secretsmanager.GetSecretValue",
    input: { SecretId: id },
  });
  const text = answer.maybeText("SecretString", LONGEST_VALUE);
  const bytes = answer.maybeText("SecretBinary", LONGEST_VALUE * 2);
  return { value: new Secret(text ?? bytes ?? ""), binary: text === undefined && bytes !== undefined };
}

async function readParameter({ place, credentials }: ResourcePlace, id: string, signal: AbortSignal) {
  const answer = await callJson({
    doing: `reading the parameter ${id} in ${place.region}`,
    service: "SSM",
    place,
    credentials,
    signal,
    target: "AmazonSSM.GetParameter",
    input: { Name: id, WithDecryption: true },
  });
  return {
    value: new Secret(answer.object("Parameter").maybeText("Value", LONGEST_VALUE) ?? ""),
    binary: false,
  };
}

/** AWS keeps at most 65,536 bytes in a secret. */
const LONGEST_VALUE = 65_536;

/** Pages until there is no next one. */
async function* pages<Row>(
  ask: (next: string | undefined) => Promise<{ readonly rows: Row[]; readonly next: string | undefined }>,
): AsyncGenerator<Row[]> {
  let next: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer = await ask(next);
    yield answer.rows;
    if (answer.next === undefined || answer.next === next) return;
    next = answer.next;
  }
}

function rowOf(kind: SecretRow["kind"], item: Answer, changed: string): SecretRow {
  const arn = item.maybeText("ARN", 2048), description = item.maybeText("Description", 2048);
  const seconds = item.maybeNumber(changed, 0, 1e11);
  return {
    kind,
    name: item.text("Name", 2048),
    ...(arn === undefined ? {} : { arn }),
    ...(description === undefined ? {} : { description }),
    ...(seconds === undefined ? {} : { changedAt: Math.round(seconds * 1000) }),
  };
}
