import assert from "node:assert/strict";
import { agentLoginFault } from "../../../../src/core/gate/login.ts";
import type { Session } from "../../../../src/core/sql/session/mod.ts";

/** A session that may be asked nothing: AWS counts what it reads. */
const UNASKED = {
  run: () => assert.fail("it was asked"),
} as unknown as Session;

for (
  const [engine, words] of [["athena", /Athena is asked with your role/], ["logs", /with your role/]] as const
) {
  Deno.test(`agentLoginFault() keeps ${engine} from agents, and asks it nothing`, async () => {
    const fault = await agentLoginFault(UNASKED, engine, new AbortController().signal);
    assert.match(fault?.message ?? "", words);
    assert.doesNotMatch(fault?.hint ?? "", /create (role|user)/);
  });
}
