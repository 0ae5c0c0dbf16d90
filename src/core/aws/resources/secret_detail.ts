import { timeAs } from "../containers/fields.ts";
import { CloudError } from "../errors.ts";
import { callJson } from "../service/json.ts";
import { pages } from "../wire/pages.ts";
import type { Answer } from "../wire/shape.ts";
import type { ResourceTarget } from "./target.ts";
import type { SecretRow } from "./secrets.ts";

/** One version of a secret. */
interface SecretVersion {
  readonly id: string;
  /** Labels in AWS's words: `AWSCURRENT`, `AWSPREVIOUS`, … */
  readonly labels: readonly string[];
  /** When the version was made, ms since 1970. */
  readonly at?: number;
}

/** Details of a secret that AWS returns without its value. */
export interface SecretDetail {
  readonly name: string;
  readonly kind: SecretRow["kind"];
  readonly arn?: string;
  readonly description?: string;
  /** When the value changed last, ms since 1970. */
  readonly changedAt?: number;
  /** ARN of the user who changed the secret last; absent when AWS does not say. */
  readonly changedBy?: string;
  /** Whether AWS changes the value by itself. */
  readonly rotates: boolean;
  /** When the secret will be deleted, ms since 1970. */
  readonly deletedAt?: number;
  /** Versions, the newest first. */
  readonly versions: readonly SecretVersion[];
}

/** Maximum versions listed. */
const MOST = 100;

/** Maximum parameters per page that AWS allows, and maximum parameters that are looked through. */
const PARAMETERS = 50, MOST_PARAMETERS = 50_000;

/** Returns the details of a secret without its value. Throws a CloudError. */
export async function describeSecret(
  at: ResourceTarget,
  kind: SecretRow["kind"],
  id: string,
  signal: AbortSignal,
): Promise<SecretDetail> {
  return kind === "secret" ? await describeManaged(at, id, signal) : await describeParameter(at, id, signal);
}

async function describeManaged(
  target: ResourceTarget,
  id: string,
  signal: AbortSignal,
): Promise<SecretDetail> {
  const call = (operation: string, input: Record<string, unknown>) =>
    callJson({
      doing: `asking about the secret ${id} in ${target.region}`,
      service: "SECRETS_MANAGER",
      ...target,
      signal,
      target: `secretsmanager.${operation}`,
      input: { SecretId: id, ...input },
    });
  const [answer, versions] = await Promise.all([
    call("DescribeSecret", {}),
    // A role without permission to list versions may still see the rest.
    call("ListSecretVersionIds", { MaxResults: MOST }).catch((error) => {
      if (error instanceof CloudError && error.trouble === "denied") return null;
      throw error;
    }),
  ]);
  const listed = versions?.list("Versions", MOST).map((item): SecretVersion => ({
    id: item.text("VersionId", 64),
    labels: item.texts("VersionStages", 20, 256),
    ...timeAs("at", item, "CreatedDate"),
  })) ?? [];
  return {
    name: answer.text("Name", 2048),
    kind: "secret",
    ...maybe("arn", answer, "ARN"),
    ...maybe("description", answer, "Description"),
    ...timeAs("changedAt", answer, "LastChangedDate"),
    ...timeAs("deletedAt", answer, "DeletedDate"),
    rotates: answer.flag("RotationEnabled"),
    versions: listed.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0)),
  };
}

async function describeParameter(at: ResourceTarget, id: string, signal: AbortSignal): Promise<SecretDetail> {
  const item = await parameter(at, id, signal);
  const version = item.maybeNumber("Version", 0, 1e12);
  return {
    name: item.text("Name", 2048),
    kind: "parameter",
    ...maybe("arn", item, "ARN"),
    ...maybe("description", item, "Description"),
    ...maybe("changedBy", item, "LastModifiedUser"),
    ...timeAs("changedAt", item, "LastModifiedDate"),
    rotates: false,
    versions: version === undefined
      ? []
      : [{ id: String(version), labels: ["current"], ...timeAs("at", item, "LastModifiedDate") }],
  };
}

async function parameter(
  target: ResourceTarget,
  id: string,
  signal: AbortSignal,
): Promise<Answer> {
  const doing = `asking about the parameter ${id} in ${target.region}`;
  // AWS filters after it cuts pages, so that those before the parameter's are empty.
  const found = pages({
    doing,
    perPage: PARAMETERS,
    most: MOST_PARAMETERS,
    async ask(next) {
      const answer = await callJson({
        doing,
        service: "SSM",
        ...target,
        signal,
        target: "AmazonSSM.DescribeParameters",
        input: {
          MaxResults: PARAMETERS,
          ParameterFilters: [{ Key: "Name", Option: "Equals", Values: [id] }],
          ...(next ? { NextToken: next } : {}),
        },
      });
      return { rows: answer.list("Parameters", PARAMETERS), next: answer.maybeText("NextToken") };
    },
  });
  for await (const [item] of found) if (item) return item;
  throw new CloudError(
    `${doing}: it does not exist in this account and region`,
    "Check the name and the region.",
    undefined,
    "missing",
  );
}

/** Maximum bytes of a value. In the parameter store it depends on the parameter's tier. */
const MOST_BYTES = { secret: 65_536, Standard: 4096, Advanced: 8192 };

/** Writes a new value. Throws a CloudError that never contains the value. */
export async function writeSecret(
  at: ResourceTarget,
  kind: SecretRow["kind"],
  id: string,
  text: string,
  signal: AbortSignal,
): Promise<void> {
  const what = kind === "secret" ? "secret" : "parameter";
  const doing = `writing the ${what} ${id} in ${at.region}`;
  // AWS would reset fields that are not sent again to its default key and tier.
  const now = kind === "parameter" ? await parameter(at, id, signal) : null;
  const most = now
    ? now.maybeText("Tier") === "Advanced" ? MOST_BYTES.Advanced : MOST_BYTES.Standard
    : MOST_BYTES.secret;
  const bytes = new TextEncoder().encode(text).length;
  if (bytes === 0 || bytes > most) {
    const why = bytes === 0 ? "an empty value cannot be kept" : `it has ${bytes} bytes, and ${most} fit`;
    throw new CloudError(`${doing}: ${why}`, "Nothing was changed.");
  }
  const call = { doing, ...at, signal };
  try {
    await callJson(
      now
        ? {
          ...call,
          service: "SSM",
          target: "AmazonSSM.PutParameter",
          again: false,
          input: {
            Name: id,
            Value: text,
            Type: "SecureString",
            Overwrite: true,
            ...maybe("KeyId", now),
            ...maybe("Tier", now),
            ...maybe("DataType", now),
          },
        }
        : {
          ...call,
          service: "SECRETS_MANAGER",
          target: "secretsmanager.PutSecretValue",
          // The token makes a repeated call add no second version.
          input: { SecretId: id, SecretString: text, ClientRequestToken: crypto.randomUUID() },
        },
    );
  } catch (error) {
    if (!(error instanceof CloudError) || error.trouble !== "failed") throw error;
    // After a fault of the service it is unknown whether the value was written.
    if (error.cause === undefined) {
      throw new CloudError(error.message, "It may have been written: look at it before you try again.");
    }
    // AWS's message may quote the rejected value, so only its error name is shown.
    const { name = "an error" } = (error.cause ?? {}) as { readonly name?: string };
    throw new CloudError(`${doing}: AWS refused it (${name})`, "Nothing was changed.");
  }
}

function maybe<Name extends string>(
  name: Name,
  item: Answer,
  field: string = name,
): { [N in Name]?: string } {
  const value = item.maybeText(field, 4096);
  return value === undefined ? {} : { [name]: value } as { [N in Name]: string };
}
