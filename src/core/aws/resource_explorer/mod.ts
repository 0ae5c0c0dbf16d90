export { accountIndexes, wholeView } from "./indexes.ts";
export { searchIndex } from "./search.ts";
