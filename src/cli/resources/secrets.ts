import { CloudError } from "../../core/aws/errors.ts";
import { type SecretRow, secrets, secureParameters } from "../../core/aws/resources/secrets.ts";
import { block, oneLine } from "../../core/text/outside.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { atResources } from "./target.ts";

/** `--secrets ACCOUNT[/ROLE]`: prints the names of secrets as they arrive; no value is read. */
export function run(args: Args): Promise<number> {
  return atResources(args, async (at, signal) => {
    const found: SecretRow[] = [], errors: CloudError[] = [];
    let cut = false;
    for (const list of [secrets, secureParameters]) {
      let begun = false;
      try {
        for await (const rows of list(at, signal)) {
          begun = true;
          for (const row of rows) {
            found.push(row);
            if (!args.json) console.log(oneLine(row.name));
          }
        }
      } catch (error) {
        if (!(error instanceof CloudError) || signal.aborted) throw error;
        errors.push(error);
        // A role may be allowed to list only one of the two kinds, and then gets no page of the other.
        cut ||= begun || error.code !== "denied";
      }
    }
    if (errors.length === 2 && found.length === 0) throw errors[0];
    for (const { message } of errors) console.error(`kedge: ${block(message)}`);
    if (args.json) {
      console.log(JSON.stringify(found.map(({ changedAt, ...row }) => ({
        ...row,
        ...(changedAt === undefined ? {} : { changedAt: new Date(changedAt).toISOString() }),
      }))));
    }
    return cut ? EXIT.failed : EXIT.done;
  });
}
