import { CLIENT_IDS, type ClientId } from "../../core/gate/clients/clients.ts";
import { type ClientSetup, createClientSetup, type FoundClient } from "../../core/gate/clients/setup.ts";
import { kedgePaths } from "../../core/paths.ts";
import { shownPath } from "../../core/sql/login/files/read.ts";
import { readGate } from "../../core/state/agents.ts";
import { readStateOrNull } from "../../core/state/state_file.ts";
import { oneLine } from "../../core/text/outside.ts";
import { suggest } from "../../core/text/suggest.ts";
import { mcpCommand } from "../accounts/kedge_command.ts";
import { agreed } from "../accounts/agreed.ts";
import { tell } from "../accounts/reporting.ts";
import type { Args } from "../args.ts";
import { changedLines } from "../difference.ts";
import { EXIT } from "../exit.ts";
import { printDocument } from "../print.ts";
import { aligned } from "../width.ts";

/**
 * `--mcp --setup [CLIENT]`: shows and writes the entry of a client's configuration that starts `kedge --mcp`;
 * with `--remove` it removes that entry. Without a client it lists the clients.
 */
export async function run(args: Args): Promise<number> {
  const setup = createClientSetup(mcpCommand());
  const [name] = args.operands;
  if (name === undefined) {
    const [flag] = (["remove", "yes"] as const).filter((flag) => args[flag]);
    if (flag === undefined) return await list(args, await setup.list());
    const hint = `Name it: kedge --mcp --setup CLIENT --${flag}`;
    return tell(args, `--${flag} is for one client`, hint, EXIT.usage);
  }
  if (!(CLIENT_IDS as readonly string[]).includes(name)) {
    const meant = suggest(name, CLIENT_IDS);
    const hint = meant ? `Did you mean ${meant}?` : `There is ${CLIENT_IDS.join(", ")}.`;
    return tell(args, `Kedge knows no client “${oneLine(name)}”`, hint, EXIT.usage);
  }
  return await change(args, setup, name as ClientId);
}

async function change(args: Args, setup: ClientSetup, client: ClientId): Promise<number> {
  const how = args.remove ? "remove" : "add";
  const plan = await setup.plan(client, how);
  if (!plan.ok) return tell(args, plan.message, plan.hint, EXIT.failed);
  const { file, change, before, after } = plan;
  const written = change !== "same";
  if (written) {
    console.error(`${shownPath(file)}:\n${changedLines(linesOf(before), linesOf(after))}`);
    const status = await agreed(args, "Write this? [y/N] ", "writes it");
    if (status !== EXIT.done) return status;
    const done = await setup.write(client, how, plan);
    if (!done.ok) return tell(args, done.message, done.hint, EXIT.failed);
  }
  const state = await readStateOrNull(kedgePaths());
  // A file that cannot be read now counts as a gate that is on, as for Kedge itself.
  const on = state === null || readGate(state.gate).on;
  if (args.json) {
    await printDocument({ ok: true, client, file, change, entry: after, written, on });
    return EXIT.done;
  }
  if (!written) console.log(how === "add" ? "It is set up already." : "There is nothing to remove.");
  else if (how === "remove") console.log("It is out again.");
  else console.log(`Restart the client. Undo: kedge --mcp --setup ${client} --remove`);
  if (how === "add" && !on) {
    console.log("Kedge lets no agents in yet: switch that on in Settings, under Agents.");
  }
  return EXIT.done;
}

const linesOf = (entry: string) => entry === "" ? [] : entry.split("\n");

/** Lists the clients and whether each one starts this Kedge. */
async function list(args: Args, clients: readonly FoundClient[]): Promise<number> {
  if (args.json) {
    await printDocument(clients);
    return EXIT.done;
  }
  const state = ({ fault, setUp, found }: FoundClient) =>
    fault !== ""
      ? fault
      : setUp === "yes"
      ? "is set up"
      : setUp === "other"
      ? "starts another kedge"
      : found
      ? "is not set up"
      : "was not found";
  const rows = clients.map((one) =>
    [one.id, one.title, state(one), shownPath(one.file)].map((cell) => oneLine(cell))
  );
  for (const line of aligned(rows)) console.log(line);
  const next = clients.find(({ found, setUp, fault }) => found && setUp !== "yes" && fault === "");
  if (next) console.log(`Set one up: kedge --mcp --setup ${next.id}`);
  return EXIT.done;
}
