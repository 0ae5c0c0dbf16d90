import { Secret } from "../../secret.ts";
import { CloudError } from "../errors.ts";
import { callJson } from "../service/json.ts";
import type { Answer } from "../wire/shape.ts";
import type { ResourceTarget } from "./target.ts";

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

/** Where a kind of secret is listed, and how its service names things. */
interface Listing {
  readonly kind: SecretRow["kind"];
  readonly what: string;
  readonly service: "SECRETS_MANAGER" | "SSM";
  readonly target: string;
  /** The most that its pages hold. */
  readonly most: number;
  readonly input: Readonly<Record<string, unknown>>;
  readonly list: string;
  readonly changed: string;
  /** What the service itself finds by a text. */
  readonly filter: (text: string) => Readonly<Record<string, unknown>>;
}

const SECURE = { Key: "Type", Option: "Equals", Values: ["SecureString"] };

const MANAGED: Listing = {
  kind: "secret",
  what: "secrets",
  service: "SECRETS_MANAGER",
  target: "secretsmanager.ListSecrets",
  most: 100,
  input: {},
  list: "SecretList",
  changed: "LastChangedDate",
  filter: (text) => ({ Filters: [{ Key: "all", Values: [text] }] }),
};

const PARAMETERS: Listing = {
  kind: "parameter",
  what: "parameters",
  service: "SSM",
  target: "AmazonSSM.DescribeParameters",
  most: 50,
  input: { ParameterFilters: [SECURE] },
  list: "Parameters",
  changed: "LastModifiedDate",
  filter: (text) => ({ ParameterFilters: [SECURE, { Key: "Name", Option: "Contains", Values: [text] }] }),
};

/** How a list is asked for. */
interface Wanted {
  /** The most secrets of a page; the service's own limit when this is larger. */
  readonly perPage?: number;
  /** Only what the service finds by this text. */
  readonly search?: string;
}

/** The secrets of Secrets Manager, page by page as they come. Throws a CloudError. */
export function secrets(at: ResourceTarget, signal: AbortSignal, wanted: Wanted = {}) {
  return listed(MANAGED, at, signal, wanted);
}

/** The SecureStrings of the parameter store, page by page as they come. Throws a CloudError. */
export function secureParameters(at: ResourceTarget, signal: AbortSignal, wanted: Wanted = {}) {
  return listed(PARAMETERS, at, signal, wanted);
}

async function* listed(
  { kind, what, service, target, most, input, list, changed, filter }: Listing,
  at: ResourceTarget,
  signal: AbortSignal,
  { perPage = MOST, search }: Wanted,
): AsyncGenerator<SecretRow[]> {
  yield* pages(async (next) => {
    const answer = await callJson({
      doing: `listing the ${what} in ${at.region}`,
      service,
      ...at,
      signal,
      target,
      input: {
        MaxResults: Math.min(perPage, most),
        ...input,
        ...(search === undefined ? {} : filter(search)),
        ...(next ? { NextToken: next } : {}),
      },
    });
    const rows = answer.list(list, MOST).map((item) => rowOf(kind, item, changed));
    return { rows, next: answer.maybeText("NextToken") };
  });
}

/** The value of a secret, read now: a text, or bytes. */
export interface SecretContent {
  readonly value: Secret;
  /** In which service it was found. */
  readonly kind: SecretRow["kind"];
  /** The value is base64 of bytes. */
  readonly binary: boolean;
  /** Which version this is. */
  readonly version?: string;
}

/** Which secret is meant. */
export interface SecretName {
  /** Its name or ARN. */
  readonly id: string;
  /** Without one it is looked for in Secrets Manager, then in the parameter store; an ARN says where. */
  readonly kind?: SecretRow["kind"] | undefined;
  /** Without one it is the current one. */
  readonly version?: string | undefined;
}

/** The value of a secret. Throws a CloudError that names the secret and never its value. */
export async function readSecret(
  at: ResourceTarget,
  { id, kind, version }: SecretName,
  signal: AbortSignal,
): Promise<SecretContent> {
  const parameter = () => readParameter(at, version === undefined ? id : `${id}:${version}`, signal);
  if (kind === "parameter" || /^arn:[\w-]+:ssm:/.test(id)) return await parameter();
  try {
    return await readManaged(at, id, signal, version);
  } catch (error) {
    const elsewhere = kind === undefined && error instanceof CloudError && error.trouble === "missing";
    if (!elsewhere || id.startsWith("arn:")) throw error;
    return await parameter().catch((other) => {
      // A secret that is in neither list is shown as the one that the user asked for.
      throw other instanceof CloudError && other.trouble === "cancelled" ? other : error;
    });
  }
}

/** The value of a secret of Secrets Manager, of that version or the current one. Throws a CloudError. */
export async function readManaged(
  target: ResourceTarget,
  id: string,
  signal: AbortSignal,
  version?: string,
): Promise<SecretContent> {
  const answer = await callJson({
    doing: `reading the secret ${id} in ${target.region}`,
    service: "SECRETS_MANAGER",
    ...target,
    signal,
    target: "secretsmanager.GetSecretValue",
    input: { SecretId: id, ...(version === undefined ? {} : { VersionId: version }) },
  });
  const text = answer.maybeText("SecretString", LONGEST_VALUE);
  const bytes = answer.maybeText("SecretBinary", LONGEST_VALUE * 2);
  const of = answer.maybeText("VersionId", 64);
  return {
    value: new Secret(text ?? bytes ?? ""),
    kind: "secret",
    binary: text === undefined && bytes !== undefined,
    ...(of === undefined ? {} : { version: of }),
  };
}

async function readParameter(
  target: ResourceTarget,
  id: string,
  signal: AbortSignal,
): Promise<SecretContent> {
  const answer = await callJson({
    doing: `reading the parameter ${id} in ${target.region}`,
    service: "SSM",
    ...target,
    signal,
    target: "AmazonSSM.GetParameter",
    input: { Name: id, WithDecryption: true },
  });
  const parameter = answer.object("Parameter");
  const version = parameter.maybeNumber("Version", 0, 1e12);
  return {
    value: new Secret(parameter.maybeText("Value", LONGEST_VALUE) ?? ""),
    kind: "parameter",
    binary: false,
    ...(version === undefined ? {} : { version: String(version) }),
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
