import { AwsV4Signer } from "aws4fetch";
import { type AwsCredentials, unwrap } from "../credentials/credentials.ts";
import { cancelled, cloudError } from "../errors.ts";
import { clockSkew } from "../wire/clock.ts";
import { endpoint, type Service, type ServiceRegion } from "../wire/endpoint.ts";
import { ownProperty } from "../../own_property.ts";
import { pause } from "../wire/pause.ts";
import { backoff, request, type WireAnswer } from "../wire/request.ts";

/** One call of a service that takes signatures. */
export interface ServiceCall extends ServiceRegion {
  /** What is attempted, for people: `listing the secrets`. */
  readonly doing: string;
  readonly service: Service;
  /** Null for a call that AWS takes unsigned. */
  readonly credentials: AwsCredentials | null;
  /** Where the operation is, for services that have a path for each: `/Execute`. */
  readonly path?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** POST, unless it is another. */
  readonly method?: "GET" | "POST";
  /** Absent where nothing is sent. */
  readonly body?: string;
  readonly signal: AbortSignal;
  /** Whether the call may be repeated after a fault: false when calling twice does something twice. Default true. */
  readonly again?: boolean;
  /** The largest answer that is read, bytes, when it is not the usual one. */
  readonly largest?: number;
  /** What a call may take, ms, when it is not the usual time. */
  readonly limit?: number;
  /** Reads name and message of an error from its answer. */
  readonly errorOf: (answer: WireAnswer) => { readonly name: string; readonly message?: string };
}

/** The names that signatures have for the services. */
const SIGNED_AS: Partial<Record<Service, string>> = {
  STS: "sts",
  SECRETS_MANAGER: "secretsmanager",
  SSM: "ssm",
  EC2: "ec2",
  RDS: "rds",
  REDSHIFT: "redshift",
  REDSHIFT_SERVERLESS: "redshift-serverless",
  ECS: "ecs",
  CLOUDWATCH_LOGS: "logs",
  RDS_DATA: "rds-data",
  REDSHIFT_DATA: "redshift-data",
  ATHENA: "athena",
  RESOURCE_EXPLORER_2: "resource-explorer-2",
  API_GATEWAY: "apigateway",
};

/** How often a call is made that AWS has too many of. */
const TRIES = 4;

/** The most characters of a message of AWS that are passed on. */
const LONGEST_MESSAGE = 500;

/** Makes a call, signed, and gives its answer. Throws a CloudError, also for what AWS refuses. */
export async function callService(call: ServiceCall): Promise<WireAnswer> {
  const { doing, signal, body, method = "POST", again = true, largest, limit } = call;
  const url = `${endpoint(call.service, call)}${call.path ?? "/"}`;
  for (let attempt = 1, first = true;; first = false) {
    const skew = clockSkew();
    const headers = call.credentials ? await signed(call, url, call.credentials, skew) : call.headers;
    const answer = await request({
      doing,
      url,
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      signal,
      again,
      largest,
      limit,
    });
    if (answer.status < 400) return answer;
    // A wrong clock makes a good signature look bad; the answer has brought AWS's time.
    if (first && clockSkew() !== skew) continue;
    const { name, message } = call.errorOf(answer);
    const known = name || `status ${answer.status}`;
    const error = cloudError(
      doing,
      { name: known, message: message?.slice(0, LONGEST_MESSAGE) || known },
      signal,
    );
    // A throttled call was not carried out: it may always be made again.
    if (error.trouble !== "throttled" || attempt++ >= TRIES) throw error;
    await pause(backoff(attempt - 1), signal).catch(() => {
      throw cancelled(doing);
    });
  }
}

async function signed(
  { service, region, headers, method = "POST", body }: ServiceCall,
  url: string,
  credentials: AwsCredentials,
  skew: number,
): Promise<Record<string, string>> {
  const { expiration: _, ...keys } = unwrap(credentials);
  const signer = new AwsV4Signer({
    method,
    url,
    headers: { ...headers },
    ...(body === undefined ? {} : { body }),
    region,
    service: ownProperty(SIGNED_AS, service) ?? service.toLowerCase(),
    datetime: new Date(Date.now() + skew).toISOString().replace(/[:-]|\.\d{3}/g, ""),
    ...keys,
  });
  return Object.fromEntries((await signer.sign()).headers);
}
