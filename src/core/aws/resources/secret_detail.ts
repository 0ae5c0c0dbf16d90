import { present } from "../../present.ts";
import { CloudError } from "../errors.ts";
import { callSecrets, callSsm } from "../service/operations.ts";
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

/** Maximum versions listed, and maximum characters of a detail. */
const MAX_COUNT = 100, MAX_LENGTH = 4096;

/** Maximum parameters per page that AWS allows, and maximum parameters that are looked through. */
const PARAMETERS = 50, MAX_PARAMETERS = 50_000;

/** Returns the details of a secret without its value. Throws a CloudError. */
export async function describeSecret(
  at: ResourceTarget,
  kind: SecretRow["kind"],
  id: string,
  signal: AbortSignal,
): Promise<SecretDetail> {
  return kind === "secret" ? await describeManaged(at, id, signal) : await describeParameter(at, id, signal);
}

async function describeManaged(at: ResourceTarget, id: string, signal: AbortSignal): Promise<SecretDetail> {
  const call = (operation: string, input: Record<string, unknown>) =>
    callSecrets(at, `asking about the secret ${id} in ${at.region}`, operation, input, signal);
  const [answer, versions] = await Promise.all([
    call("DescribeSecret", { SecretId: id }),
    // A role without permission to list versions may still see the rest.
    call("ListSecretVersionIds", { SecretId: id, MaxResults: MAX_COUNT }).catch((error) => {
      if (error instanceof CloudError && error.code === "denied") return null;
      throw error;
    }),
  ]);
  const listed = versions?.list("Versions", MAX_COUNT).map((item): SecretVersion => ({
    id: item.text("VersionId", 64),
    labels: item.texts("VersionStages", 20, 256),
    ...present({ at: item.maybeTime("CreatedDate") }),
  })) ?? [];
  return {
    name: answer.text("Name", 2048),
    kind: "secret",
    ...present({
      arn: answer.maybeText("ARN", MAX_LENGTH),
      description: answer.maybeText("Description", MAX_LENGTH),
      changedAt: answer.maybeTime("LastChangedDate"),
      deletedAt: answer.maybeTime("DeletedDate"),
    }),
    rotates: answer.flag("RotationEnabled"),
    versions: listed.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0)),
  };
}

async function describeParameter(at: ResourceTarget, id: string, signal: AbortSignal): Promise<SecretDetail> {
  const item = await parameter(at, id, signal);
  const version = item.maybeNumber("Version", 0, 1e12);
  const changedAt = item.maybeTime("LastModifiedDate");
  return {
    name: item.text("Name", 2048),
    kind: "parameter",
    ...present({
      arn: item.maybeText("ARN", MAX_LENGTH),
      description: item.maybeText("Description", MAX_LENGTH),
      changedBy: item.maybeText("LastModifiedUser", MAX_LENGTH),
      changedAt,
    }),
    rotates: false,
    versions: version === undefined
      ? []
      : [{ id: String(version), labels: ["current"], ...present({ at: changedAt }) }],
  };
}

async function parameter(target: ResourceTarget, id: string, signal: AbortSignal): Promise<Answer> {
  const doing = `asking about the parameter ${id} in ${target.region}`;
  // AWS filters after it cuts pages, so that those before the parameter's are empty.
  const found = pages({
    doing,
    perPage: PARAMETERS,
    most: MAX_PARAMETERS,
    async ask(NextToken) {
      const ParameterFilters = [{ Key: "Name", Option: "Equals", Values: [id] }];
      const input = { MaxResults: PARAMETERS, ParameterFilters, NextToken };
      const answer = await callSsm(target, doing, "DescribeParameters", input, signal);
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
const MAX_BYTES = { secret: 65_536, Standard: 4096, Advanced: 8192 };

/** Fields of a parameter that are sent again, because AWS would reset them to its default key and tier. */
const KEPT = ["KeyId", "Tier", "DataType"];

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
  const now = kind === "parameter" ? await parameter(at, id, signal) : null;
  const most = now
    ? now.maybeText("Tier") === "Advanced" ? MAX_BYTES.Advanced : MAX_BYTES.Standard
    : MAX_BYTES.secret;
  const bytes = new TextEncoder().encode(text).length;
  if (bytes === 0 || bytes > most) {
    const why = bytes === 0 ? "an empty value cannot be kept" : `it has ${bytes} bytes, and ${most} fit`;
    throw new CloudError(`${doing}: ${why}`, "Nothing was changed.");
  }
  try {
    if (now) {
      const kept = Object.fromEntries(KEPT.map((name) => [name, now.maybeText(name, MAX_LENGTH)]));
      const input = { Name: id, Value: text, Type: "SecureString", Overwrite: true, ...kept };
      await callSsm(at, doing, "PutParameter", input, signal, { again: false });
    } else {
      // The token makes a repeated call add no second version.
      const input = { SecretId: id, SecretString: text, ClientRequestToken: crypto.randomUUID() };
      await callSecrets(at, doing, "PutSecretValue", input, signal);
    }
  } catch (error) {
    if (!(error instanceof CloudError) || error.code !== "failed") throw error;
    // After a fault of the service it is unknown whether the value was written.
    if (error.cause === undefined) {
      throw new CloudError(error.message, "It may have been written: look at it before you try again.");
    }
    // AWS's message may quote the rejected value, so only its error name is shown.
    const { name = "an error" } = (error.cause ?? {}) as { readonly name?: string };
    throw new CloudError(`${doing}: AWS refused it (${name})`, "Nothing was changed.");
  }
}
