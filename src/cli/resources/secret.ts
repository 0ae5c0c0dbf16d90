import { secretFields } from "../../core/aws/resources/fields.ts";
import { readSecret } from "../../core/aws/resources/secrets.ts";
import { tell } from "../accounts/reporting.ts";
import type { Args } from "../args.ts";
import { EXIT } from "../exit.ts";
import { printBytes } from "../print.ts";
import { atResources } from "./target.ts";
import { listedNames } from "../../core/text/shorten.ts";

/** `--secret ACCOUNT[/ROLE] ID [KEY]`: prints only a secret's value, or one field of it, on standard output. */
export function run(args: Args): Promise<number> {
  const [, id = "", key] = args.operands;
  return atResources(args, async (at, signal) => {
    const { value, binary } = await readSecret(at, { id }, signal);
    const text = value.open();
    const fields = key === undefined || binary ? null : secretFields(text);
    if (key !== undefined && !fields?.has(key)) {
      const names = [...fields?.keys() ?? []];
      return tell(
        args,
        fields
          ? `the secret ${id} has no key “${key}”`
          : `the secret ${id} has no keys: it is ${kindOf(binary)}`,
        names.length > 0 ? `It has ${listedNames(names)}.` : undefined,
        EXIT.failed,
      );
    }
    const wanted = key === undefined ? text : fields!.get(key)!;
    if (args.json) console.log(JSON.stringify({ id, ...(key === undefined ? {} : { key }), value: wanted }));
    else await print(wanted, binary);
    return EXIT.done;
  });
}

const kindOf = (binary: boolean) => binary ? "binary" : "neither a JSON object nor lines KEY=value";

/** Prints a binary value unchanged, and a text with the final line break that terminals and shells expect. */
async function print(value: string, binary: boolean): Promise<void> {
  const bytes = binary
    ? Uint8Array.fromBase64(value)
    : new TextEncoder().encode(value.endsWith("\n") ? value : `${value}\n`);
  await printBytes(bytes);
}
