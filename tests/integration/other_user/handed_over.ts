/**
 * Hands over the address in its first argument; prints the ticket, the code that may be asked for,
 * and whether it was accepted.
 */
import { handOver } from "../../../src/core/platform/browser/handover.ts";

const say = (line: unknown) => console.log(JSON.stringify(line));
const handover = handOver(Deno.args[0]!, (code) => say({ code }), Number(Deno.args[1] ?? 60_000));
say({ ticket: handover.ticket });
say({ taken: await handover.taken });
