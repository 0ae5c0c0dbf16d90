import { AwsV4Signer } from "aws4fetch";
import { present } from "../../present.ts";
import { type AwsCredentials, unwrap } from "../credentials/credentials.ts";
import { cancelled, cloudError } from "../errors.ts";
import { clockSkew, signatureTime } from "../wire/clock.ts";
import { endpoint, type Service, serviceName, type ServiceRegion } from "../wire/endpoint.ts";
import { pause } from "../wire/pause.ts";
import { backoff, request, type WireAnswer } from "../wire/request.ts";

/** A signed call of a service. */
export interface ServiceCall extends ServiceRegion {
  /** What is attempted, for messages: `listing the secrets`. */
  readonly doing: string;
  readonly service: Service;
  /** Null for a call that AWS accepts unsigned. */
  readonly credentials: AwsCredentials | null;
  /** Path of the operation, for services with a path per operation: `/Execute`. */
  readonly path?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Default POST. */
  readonly method?: "GET" | "POST";
  /** Absent for a call without a body. */
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
  /**
   * Whether the call may be repeated after a fault; false when a second one would have another effect.
   * Default true.
   */
  readonly again?: boolean;
  /** Maximum bytes of the response; absent for the default. */
  readonly largest?: number;
  /** Maximum time of the call, ms; absent for the default. */
  readonly limit?: number;
  /** Reads name and message of an error from the response. */
  readonly errorOf: (answer: WireAnswer) => { readonly name: string; readonly message: string | undefined };
}

/** Maximum tries of a throttled call. */
const TRIES = 4;

/** Maximum characters of AWS's message that are shown. */
const MAX_MESSAGE_LENGTH = 500;

/** Signs and sends a call, and returns the response. Throws a CloudError, also when AWS rejects the call. */
export async function callService(call: ServiceCall): Promise<WireAnswer> {
  const { doing, signal, body, method = "POST", again = true, largest, limit } = call;
  const url = `${endpoint(call.service, call)}${call.path ?? "/"}`;
  for (let attempt = 1, first = true;; first = false) {
    const skew = clockSkew();
    const headers = call.credentials ? await signed(call, url, call.credentials, skew) : call.headers;
    const answer = await request({ doing, url, method, headers, body, signal, again, largest, limit });
    if (answer.status < 400) return answer;
    // A wrong clock makes signatures invalid. The response has AWS's time, so the call is signed again.
    if (first && clockSkew() !== skew) continue;
    const { name, message } = call.errorOf(answer);
    const known = name || `status ${answer.status}`;
    const said = { name: known, message: message?.slice(0, MAX_MESSAGE_LENGTH) || known };
    const error = cloudError(doing, said, signal);
    // A throttled call was not carried out, so it can always be repeated.
    if (error.code !== "throttled" || attempt++ >= TRIES) throw error;
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
  const signer = new AwsV4Signer({
    method,
    url,
    headers: { ...headers },
    ...present({ body }),
    region,
    service: serviceName(service),
    datetime: signatureTime(Date.now() + skew),
    ...unwrap(credentials),
  });
  return Object.fromEntries((await signer.sign()).headers);
}
