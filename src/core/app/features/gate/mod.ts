import * as z from "zod";
import { command, feature, id } from "../../feature.ts";
import type { Gate } from "./gate.ts";

/** The commands by which the user decides about agents. */
export const gate = feature({
  /** Lets agents in, or lets none in. Agents still have to ask for each thing. */
  switchGate: command({ on: z.boolean() }),
  /** Stops everything that runs for agents. Nothing runs until `allowAgents`. */
  stopAgents: command({}),
  allowAgents: command({}),
  withdrawGrant: command({ grant: id }),
  /** Answers whether an agent may use something. */
  answerGrant: command({ question: id, answer: z.enum(["deny", "once", "hour", "always"]) }),
  /** Opens a proposed write in the query window of its server. */
  openProposal: command({ proposal: id }),
  /** Rejects a proposed write. */
  dismissProposal: command({ proposal: id }),
}, ({ gate }: { readonly gate: Gate }) => ({
  switchGate: ({ on }) => gate.switchOn(on),
  stopAgents: () => gate.stopAgents(),
  allowAgents: () => gate.allowAgents(),
  withdrawGrant: ({ grant }) => gate.withdraw(grant),
  answerGrant: ({ question, answer }) => gate.answer(question, answer),
  openProposal: ({ proposal }) => gate.proposing.open(proposal),
  dismissProposal: ({ proposal }) => gate.proposing.dismiss(proposal),
}));
