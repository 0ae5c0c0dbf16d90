import type { ResourceTarget } from "../resources/target.ts";
import type { Service } from "../wire/endpoint.ts";
import { errorName } from "../wire/request.ts";
import { Answer, malformed } from "../wire/shape.ts";
import { callService, type ServiceCall } from "./signed.ts";

/** A call of an operation with the protocol JSON 1.1. */
type JsonCall = Omit<ServiceCall, "headers" | "body" | "errorOf"> & {
  /** Name of the operation with its prefix: `secretsmanager.ListSecrets`. */
  readonly target: string;
  readonly input: Readonly<Record<string, unknown>>;
};

/** Calls an operation with the protocol JSON 1.1. Throws a CloudError. */
export async function callJson({ target, ...call }: JsonCall): Promise<Answer> {
  const { value } = await callForJson({
    ...call,
    headers: { "content-type": "application/x-amz-json-1.1", "x-amz-target": target },
  });
  return new Answer(call.doing, value);
}

/** Returns a function that calls a service's operations with the protocol JSON 1.1. It throws CloudErrors. */
export function jsonOperation(service: Service, prefix: string) {
  return (
    target: ResourceTarget,
    doing: string,
    operation: string,
    input: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    options: Pick<ServiceCall, "again" | "largest"> = {},
  ): Promise<Answer> =>
    callJson({
      doing: `${doing} in ${target.region}`,
      service,
      ...target,
      signal,
      target: `${prefix}.${operation}`,
      input,
      ...options,
    });
}

/** Calls an operation whose input and response are JSON. Throws a CloudError. */
export async function callForJson(
  { input, ...call }: Omit<ServiceCall, "body" | "errorOf"> & Partial<Pick<JsonCall, "input">>,
): Promise<{
  readonly value: Readonly<Record<string, unknown>>;
  /** Characters of the response. */
  readonly size: number;
}> {
  const answer = await callService({
    ...call,
    ...(input === undefined ? {} : { body: JSON.stringify(input) }),
    errorOf(answer) {
      const json = parsed(answer.text);
      const message = json?.message ?? json?.Message;
      return {
        name: errorName({ ...answer, json }),
        ...(typeof message === "string" ? { message: message } : {}),
      };
    },
  });
  const json = parsed(answer.text, EXACT);
  // The parser's message is omitted, because it quotes the text, which may contain a secret.
  if (!json) throw malformed(call.doing, "it is no JSON");
  return { value: json, size: answer.text.length };
}

/** Keeps values of bigint columns that JavaScript numbers cannot hold exactly as texts. */
const EXACT =
  ((key: string, value: unknown, { source }: { readonly source?: string }) =>
    key === "longValue" && typeof value === "number" && !Number.isSafeInteger(value) ? source : value) as (
      key: string,
      value: unknown,
    ) => unknown;

function parsed(text: string, reviver?: typeof EXACT): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text, reviver);
    return typeof value === "object" && value !== null ? value as Record<string, unknown> : null;
  } catch {
    return null;
  }
}
