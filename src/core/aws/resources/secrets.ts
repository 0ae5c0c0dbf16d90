import { present } from "../../present.ts";
import { Secret } from "../../secret.ts";
import { CloudError } from "../errors.ts";
import { callSecrets, callSsm } from "../service/operations.ts";
import { pages } from "../wire/pages.ts";
import type { Answer } from "../wire/shape.ts";
import type { ResourceTarget } from "./target.ts";

/** A secret in a list, without its value. */
export interface SecretRow {
  /** `parameter` is a SecureString of the parameter store. */
  readonly kind: "secret" | "parameter";
  readonly name: string;
  readonly arn?: string;
  readonly description?: string;
  /** When the value changed last, ms since 1970. */
  readonly changedAt?: number;
}

/** Maximum secrets accepted per page. */
const PAGE = 100;

/** Maximum secrets of a service, more than an account has in a region. */
const MAX_COUNT = 50_000;

/** How one service lists its secrets. */
interface Listing {
  readonly kind: SecretRow["kind"];
  readonly what: string;
  readonly call: typeof callSsm;
  readonly operation: string;
  /** Maximum items per page that the service allows. */
  readonly most: number;
  readonly input: Readonly<Record<string, unknown>>;
  readonly list: string;
  readonly changed: string;
  /** Returns the input that makes the service search by a text. */
  readonly filter: (text: string) => Readonly<Record<string, unknown>>;
}

const SECURE = { Key: "Type", Option: "Equals", Values: ["SecureString"] };

const MANAGED: Listing = {
  kind: "secret",
  what: "secrets",
  call: callSecrets,
  operation: "ListSecrets",
  most: 100,
  input: {},
  list: "SecretList",
  changed: "LastChangedDate",
  filter: (text) => ({ Filters: [{ Key: "all", Values: [text] }] }),
};

const PARAMETERS: Listing = {
  kind: "parameter",
  what: "parameters",
  call: callSsm,
  operation: "DescribeParameters",
  most: 50,
  input: { ParameterFilters: [SECURE] },
  list: "Parameters",
  changed: "LastModifiedDate",
  filter: (text) => ({ ParameterFilters: [SECURE, { Key: "Name", Option: "Contains", Values: [text] }] }),
};

/** Options of a list. */
interface Wanted {
  /** Maximum secrets per page, limited by the service's own maximum. */
  readonly perPage?: number;
  /** Text to search for; absent for all secrets. */
  readonly search?: string;
}

/** Lists the secrets of Secrets Manager page by page. Throws a CloudError. */
export function secrets(at: ResourceTarget, signal: AbortSignal, wanted: Wanted = {}) {
  return listed(MANAGED, at, signal, wanted);
}

/** Lists the SecureStrings of the parameter store page by page. Throws a CloudError. */
export function secureParameters(at: ResourceTarget, signal: AbortSignal, wanted: Wanted = {}) {
  return listed(PARAMETERS, at, signal, wanted);
}

function listed(
  { kind, what, call, operation, most, input, list, changed, filter }: Listing,
  at: ResourceTarget,
  signal: AbortSignal,
  { perPage = PAGE, search }: Wanted,
): AsyncGenerator<SecretRow[]> {
  const doing = `listing the ${what} in ${at.region}`;
  const MaxResults = Math.min(perPage, most);
  return pages({
    doing,
    perPage: MaxResults,
    most: MAX_COUNT,
    async ask(NextToken) {
      const asked = { MaxResults, ...input, ...(search === undefined ? {} : filter(search)), NextToken };
      const answer = await call(at, doing, operation, asked, signal);
      const rows = answer.list(list, PAGE).map((item) => rowOf(kind, item, changed));
      return { rows, next: answer.maybeText("NextToken") };
    },
  });
}

/** The value of a secret, a text or bytes. */
export interface SecretContent {
  readonly value: Secret;
  /** Service in which the secret was found. */
  readonly kind: SecretRow["kind"];
  /** Whether the value is base64 of bytes. */
  readonly binary: boolean;
  /** ID of the version that was read. */
  readonly version?: string;
}

/** Identifies a secret and a version of it. */
export interface SecretName {
  /** Name or ARN. */
  readonly id: string;
  /**
   * Service of the secret. Without it Secrets Manager is tried first, then the parameter store; an ARN tells
   * the service.
   */
  readonly kind?: SecretRow["kind"] | undefined;
  /** ID of the version; absent for the current one. */
  readonly version?: string | undefined;
}

/** Reads the value of a secret. Throws a CloudError that names the secret and never contains its value. */
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
    // AWS checks the permission first: it denies also a secret that does not exist.
    const elsewhere = kind === undefined && error instanceof CloudError &&
      (error.code === "missing" || error.code === "denied");
    if (!elsewhere || id.startsWith("arn:")) throw error;
    return await parameter().catch((other) => {
      // When neither service gives the secret, the error of Secrets Manager is shown.
      throw other instanceof CloudError && other.code === "cancelled" ? other : error;
    });
  }
}

/** Reads a secret of Secrets Manager, of that version or the current one. Throws a CloudError. */
export async function readManaged(
  target: ResourceTarget,
  id: string,
  signal: AbortSignal,
  version?: string,
): Promise<SecretContent> {
  const doing = `reading the secret ${id} in ${target.region}`;
  const input = { SecretId: id, VersionId: version };
  const answer = await callSecrets(target, doing, "GetSecretValue", input, signal);
  const text = answer.maybeText("SecretString", MAX_VALUE_LENGTH);
  const bytes = answer.maybeText("SecretBinary", MAX_VALUE_LENGTH * 2);
  return {
    value: new Secret(text ?? bytes ?? ""),
    kind: "secret",
    binary: text === undefined && bytes !== undefined,
    ...present({ version: answer.maybeText("VersionId", 64) }),
  };
}

async function readParameter(
  target: ResourceTarget,
  id: string,
  signal: AbortSignal,
): Promise<SecretContent> {
  const doing = `reading the parameter ${id} in ${target.region}`;
  const input = { Name: id, WithDecryption: true };
  const answer = await callSsm(target, doing, "GetParameter", input, signal);
  const parameter = answer.object("Parameter");
  return {
    value: new Secret(parameter.maybeText("Value", MAX_VALUE_LENGTH) ?? ""),
    kind: "parameter",
    binary: false,
    ...present({ version: parameter.maybeNumber("Version", 0, 1e12)?.toString() }),
  };
}

/** Maximum characters of a value. AWS allows 65,536 bytes. */
const MAX_VALUE_LENGTH = 65_536;

function rowOf(kind: SecretRow["kind"], item: Answer, changed: string): SecretRow {
  return {
    kind,
    name: item.text("Name", 2048),
    ...present({
      arn: item.maybeText("ARN", 2048),
      description: item.maybeText("Description", 2048),
      changedAt: item.maybeTime(changed),
    }),
  };
}
