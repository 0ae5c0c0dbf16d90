/**
 * Who is at the other end of a connection: the user of this process, an action of theirs or what descends from one, root
 * (who can do everything anyway, and passes the connections of others on), somebody else, or nobody knows, because the
 * system does not tell.
 */
export type Peer = "user" | "run" | "root" | "other" | "unknown";

/** The one rule of everything that Kedge listens at: other users get nothing, and an action is not the user. */
export function mayCall(peer: Peer): boolean {
  return peer !== "other" && peer !== "run";
}
