import * as z from "zod";
import type { ToolAnswer } from "./answer.ts";

/** Maximum bytes of a call on the private socket: less than the socket's maximum for one message. */
export const MAX_CALL_LENGTH = 200_000;

/** Messages of `kedge --mcp` to the running Kedge. */
export const agentSays = z.discriminatedUnion("say", [
  z.strictObject({
    say: z.literal("claim"),
    name: z.string().max(500),
    version: z.string().max(500),
  }),
  z.strictObject({
    say: z.literal("call"),
    id: z.number().int().min(0),
    tool: z.string().max(100),
    input: z.unknown(),
  }),
  z.strictObject({ say: z.literal("cancel"), id: z.number().int().min(0) }),
]);
/** A message of `kedge --mcp`. */
export type AgentSays = z.infer<typeof agentSays>;

/** Messages of the running Kedge to `kedge --mcp`. */
export type GateSays =
  | { readonly say: "ready" }
  /** There are too many agents. */
  | { readonly say: "full" }
  | { readonly say: "answer"; readonly id: number; readonly answer: ToolAnswer };
