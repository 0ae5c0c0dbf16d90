import { CloudError } from "../errors.ts";
import type { ResourceTarget } from "../resources/target.ts";
import { callForJson } from "../service/json.ts";
import { oneLine } from "../../text/outside.ts";
import { firstPages } from "../wire/pages.ts";
import { Answer } from "../wire/shape.ts";

/** Maximum APIs per page, and maximum pages. */
const PAGE = 500, MAX_PAGES = 20;

/**
 * Returns the names of the REST APIs of an account and region, by ID. Returns no names when the user may not
 * list APIs; the IDs are shown then.
 */
export async function apiNames(
  at: ResourceTarget,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const doing = `listing the APIs in ${at.region}`;
  const found = firstPages(MAX_PAGES, async (position) => {
    const from = position === undefined ? "" : `&position=${encodeURIComponent(position)}`;
    const { value } = await callForJson({
      ...{ doing, service: "API_GATEWAY", ...at, signal, method: "GET" },
      path: `/restapis?limit=${PAGE}${from}`,
      headers: { accept: "application/json" },
    });
    const answer = new Answer(doing, value);
    return { rows: answer.maybeList("item", PAGE), next: answer.maybeText("position") };
  });
  const names = new Map<string, string>();
  try {
    for await (const apis of found) {
      for (const api of apis) {
        const name = api.maybeText("name", 1024);
        if (name !== undefined) names.set(api.text("id", 100), oneLine(name));
      }
    }
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
  }
  return names;
}
