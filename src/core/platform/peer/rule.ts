/**
 * The other end of a connection: the user of this process; an action of the user, or a process that it
 * started; root, which may do everything and passes on connections of others; another user; or unknown when
 * the system cannot tell.
 */
export type Peer = "user" | "run" | "root" | "other" | "unknown";

/**
 * Returns whether a peer may call anything on which Kedge listens: other users get nothing, and an action is
 * not the user.
 */
export function mayCall(peer: Peer): boolean {
  return peer !== "other" && peer !== "run";
}
