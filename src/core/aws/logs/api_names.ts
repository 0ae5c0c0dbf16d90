import { CloudError } from "../errors.ts";
import type { ResourceTarget } from "../resources/target.ts";
import { callForJson } from "../service/json.ts";
import { oneLine } from "../../text/outside.ts";
import { Answer } from "../wire/shape.ts";

/** Maximum APIs per page, and maximum pages. */
const PAGE = 500, MOST_PAGES = 20;

/**
 * Returns the names of the REST APIs of an account and region, by ID. Returns no names when the user may not
 * list APIs; the IDs are shown then.
 */
export async function apiNames(
  at: ResourceTarget,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  try {
    for await (const [id, name] of listed(at, signal)) names.set(id, name);
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
  }
  return names;
}

async function* listed(
  target: ResourceTarget,
  signal: AbortSignal,
): AsyncGenerator<readonly [id: string, name: string]> {
  const doing = `listing the APIs in ${target.region}`;
  let position: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { value } = await callForJson({
      ...{ doing, service: "API_GATEWAY", ...target, signal, method: "GET" },
      path: `/restapis?limit=${PAGE}${
        position === undefined ? "" : `&position=${encodeURIComponent(position)}`
      }`,
      headers: { accept: "application/json" },
    });
    const answer = new Answer(doing, value);
    for (const api of answer.maybeList("item", PAGE)) {
      const name = api.maybeText("name", 1024);
      if (name !== undefined) yield [api.text("id", 100), oneLine(name)];
    }
    const next = answer.maybeText("position");
    if (next === undefined || next === position) return;
    position = next;
  }
}
