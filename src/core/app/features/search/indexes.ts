import { CloudError } from "../../../aws/errors.ts";
import type { AccountIndexes } from "../../../aws/resource_explorer/indexes.ts";
import type { IndexPage } from "../../../aws/resource_explorer/search.ts";
import { type IndexView, parseViewArn } from "../../../aws/resource_explorer/view_arn.ts";
import type { ResourceTarget } from "../../../aws/resources/target.ts";
import type { RoleRequest } from "../../as_role.ts";

/** Calls of Resource Explorer; loaded when they are first used. */
type IndexTools = Pick<
  typeof import("../../../aws/resource_explorer/mod.ts"),
  "accountIndexes" | "searchIndex" | "fullView"
>;

/** The answer of one account's index. */
interface AccountAnswer {
  /** Regions that the index covers. */
  readonly regions: readonly string[];
  readonly pages: readonly IndexPage[];
}

/** The indexes that a search can ask. */
export type SearchIndexes = ReturnType<typeof createSearchIndexes>;

/** Makes the indexes. */
export function createSearchIndexes({ at, view, tools }: {
  readonly at: (asked: RoleRequest, signal: AbortSignal) => Promise<ResourceTarget>;
  /** Returns the ARN of the view that the configuration names. */
  readonly view: () => string | undefined;
  readonly tools: () => Promise<IndexTools>;
}) {
  async function indexed(
    asked: RoleRequest,
    text: string,
    signal: AbortSignal,
  ): Promise<AccountAnswer | null> {
    const { accountIndexes, fullView, searchIndex } = await tools();
    const here = await at(asked, signal);
    const { aggregator, regions }: AccountIndexes = await accountIndexes(here, signal);
    if (aggregator === null) return null;
    const there = { ...here, region: aggregator };
    // A view that filters would hide resources.
    const arn = await fullView(there, signal);
    if (arn === null) return null;
    return { regions, pages: await Array.fromAsync(searchIndex(there, text, arn, signal)) };
  }

  return {
    /** Returns the view that the configuration names; null for none. */
    view: () => parseViewArn(view() ?? ""),
    /** Searches that view, page by page. Throws a CloudError. */
    async *ofView(
      { arn, account, region }: IndexView,
      role: string | undefined,
      text: string,
      signal: AbortSignal,
    ): AsyncIterable<IndexPage> {
      const { searchIndex } = await tools();
      const asked = { account, region, ...(role === undefined ? {} : { role }) };
      yield* searchIndex(await at(asked, signal), text, arn, signal);
    },
    /** Searches an account's index of all its regions; null when there is none or it may not be read. */
    async ofAccount(asked: RoleRequest, text: string, signal: AbortSignal): Promise<AccountAnswer | null> {
      try {
        return await indexed(asked, text, signal);
      } catch (error) {
        // The account is asked without its index then.
        if (error instanceof CloudError) return null;
        throw error;
      }
    },
  };
}
