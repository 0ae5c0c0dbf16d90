import type { AppState } from "../../../src/core/state/state.ts";
import { fullState } from "./state.ts";

/** Returns {@link fullState} with `accounts` accounts. */
export function largeState(accounts: number): AppState {
  const state = fullState();
  const [first] = state.accounts;
  return {
    ...state,
    accounts: Array.from({ length: accounts }, (_, index) => ({
      ...first!,
      accountId: String(100_000_000_000 + index),
      name: `team-${index}-production`,
    })),
  };
}
