import { z } from "zod";
import { command, feature, id } from "../../feature.ts";
import type { Gate } from "./gate.ts";

/** What agents may do, and what a person decides about it. */
export const gate = feature({
  /** Lets agents in: they may ask; or lets none in. */
  switchGate: command({ on: z.boolean() }),
  /** Ends all that runs for agents; nothing runs for them until `allowAgents`. */
  stopAgents: command({}),
  allowAgents: command({}),
  withdrawGrant: command({ grant: id }),
  /** Answers whether an agent may get at something. */
  answerGrant: command({ question: id, answer: z.enum(["deny", "once", "hour", "always"]) }),
  /** Opens a proposed write in the query window of its server. */
  openProposal: command({ proposal: id }),
  /** Says no to a proposed write. */
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
