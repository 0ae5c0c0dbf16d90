import type { ResourceTarget } from "../resources/target.ts";
import type { Service } from "../wire/endpoint.ts";
import { errorName } from "../wire/request.ts";
import { Answer, malformed } from "../wire/shape.ts";
import { callService, type ServiceCall } from "./signed.ts";

/**
 * Returns a function that calls a service's operations with the protocol JSON 1.1. It throws CloudErrors, which
 * name the region only with `inRegion`.
 */
export function jsonOperation(service: Service, prefix: string, { inRegion = false } = {}) {
  return async (
    target: ResourceTarget,
    attempt: string,
    operation: string,
    input: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    options: Pick<ServiceCall, "again" | "largest"> = {},
  ): Promise<Answer> => {
    const doing = inRegion ? `${attempt} in ${target.region}` : attempt;
    const headers = {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": `${prefix}.${operation}`,
    };
    const { value } = await callForJson({ doing, service, ...target, signal, headers, input, ...options });
    return new Answer(doing, value);
  };
}

/** Calls an operation whose input and response are JSON. Throws a CloudError. */
export async function callForJson(
  { input, ...call }: Omit<ServiceCall, "body" | "errorOf"> & {
    readonly input?: Readonly<Record<string, unknown>>;
  },
): Promise<{
  readonly value: Readonly<Record<string, unknown>>;
  /** Characters of the response. */
  readonly size: number;
}> {
  const answer = await callService({
    ...call,
    body: input && JSON.stringify(input),
    errorOf(answer) {
      const json = parsed(answer.text);
      const message = json?.message ?? json?.Message;
      return {
        name: errorName({ ...answer, json }),
        message: typeof message === "string" ? message : undefined,
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
