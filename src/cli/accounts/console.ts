import { isService } from "../../core/aws/console/address.ts";
import { consoleLink } from "../../core/aws/console/link.ts";
import { openInBrowser, voidTickets } from "../../core/platform/mod.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { tell } from "./reporting.ts";
import { atRole } from "./surroundings.ts";

/** `--console ACCOUNT/ROLE [SERVICE]`: opens the web console as that role. */
export async function run(args: Args): Promise<number> {
  const [, service] = args.operands;
  if (service !== undefined && !isService(service)) {
    return tell(
      args,
      `"${service}" is not a service`,
      "It is a name like ec2, s3 or secretsmanager.",
      EXIT.usage,
    );
  }
  return await atRole(args, async ({ cloud }, wanted, signal) => {
    const { address, isSecret } = await consoleLink(cloud, wanted, service, signal);
    if (args.json) {
      console.log(JSON.stringify({ address }));
      return EXIT.done;
    }
    // A browser that never comes must not keep a command that is stopped.
    signal.addEventListener("abort", voidTickets, { once: true });
    const opened = await openInBrowser(
      address,
      (code) => console.error(`Type this code in the browser: ${code}`),
      { isPublic: !isSecret },
    );
    signal.throwIfAborted();
    // A link to the portal is not a secret. The other kind of link is one, so it is never printed.
    if (!opened.ok) {
      return tell(args, opened.message, isSecret ? opened.hint : `Open it yourself: ${address}`, EXIT.failed);
    }
    return EXIT.done;
  });
}
