import type { CloudErrorCode } from "../../core/aws/errors.ts";
import { type DatabaseRow, databases } from "../../core/aws/resources/databases.ts";
import { block, oneLine } from "../../core/text/outside.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { aligned } from "../width.ts";
import { atResources } from "./target.ts";

/**
 * Error codes that say that AWS cut the list. The others also come, at each call, where an account or a region
 * does not have one of the services.
 */
const CUT: ReadonlySet<CloudErrorCode> = new Set([
  "throttled",
  "timeout",
  "expired",
  "revoked",
  "signed-out",
  "skewed",
  "malformed",
]);

/** `--databases ACCOUNT[/ROLE]`: lists the managed databases of an account and region. */
export function run(args: Args): Promise<number> {
  return atResources(args, async (at, signal) => {
    const { databases: found, faults } = await databases(at, signal);
    for (const { message } of faults) console.error(`kedge: ${block(message)}`);
    if (args.json) console.log(JSON.stringify(found));
    else for (const line of aligned(found.map(cells))) console.log(line);
    return faults.some(({ code }) => CUT.has(code)) ? EXIT.failed : EXIT.done;
  });
}

/** Returns the cells of a database for people: name, engine, state, address, and properties that matter for a login. */
function cells(
  { id, engine, version, status, host, port, iam, dataApi, public: open }: DatabaseRow,
): string[] {
  const address = host === undefined ? "no address yet" : `${host}${port === undefined ? "" : `:${port}`}`;
  const marks = [iam ? "IAM login" : "", dataApi ? "Data API" : "", open ? "public" : ""].filter(Boolean)
    .join(", ");
  return [id, `${engine}${version ? ` ${version}` : ""}`, status, address, marks].map((cell) =>
    oneLine(cell)
  );
}
