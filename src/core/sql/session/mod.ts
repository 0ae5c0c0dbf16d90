/** Sessions, in which statements run one after another and only read unless they may write. */
export {
  isRefusal,
  type StatementEnd,
  type StatementFailure,
  type StatementRefusal,
  wouldWrite,
  type WriteEnd,
} from "./end.ts";
export { LOOK_FIRST } from "./commit_end.ts";
export { refusedAnyhow, runScript, type ScriptEnd } from "./script.ts";
export { openSession, type Session } from "./session.ts";
export type { HeldWrite } from "./write.ts";
export type { Transaction } from "./transaction_interface.ts";
export type { Sample } from "./sample.ts";
