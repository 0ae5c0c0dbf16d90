/**
 * Who is at the other end of a connection: the user of this process; one of their actions, or a process that it
 * started; root, which may do everything and passes on connections of others; another user; or unknown, when the
 * system does not tell.
 */
export type Peer = "user" | "run" | "root" | "other" | "unknown";

/** The one rule of everything that Kedge listens at: other users get nothing, and an action is not the user. */
export function mayCall(peer: Peer): boolean {
  return peer !== "other" && peer !== "run";
}
