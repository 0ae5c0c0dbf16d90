import type { ResourceTarget } from "../resources/target.ts";
import { callForJson } from "../service/json.ts";
import { Answer } from "../wire/shape.ts";

/** Calls an operation of Resource Explorer. Throws a CloudError. */
export async function callExplorer(
  target: ResourceTarget,
  doing: string,
  operation: "Search" | "ListIndexes" | "GetDefaultView" | "GetView",
  input: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<Answer> {
  const { value } = await callForJson({
    doing,
    service: "RESOURCE_EXPLORER_2",
    ...target,
    signal,
    path: `/${operation}`,
    headers: { "content-type": "application/json" },
    input,
  });
  return new Answer(doing, value);
}
