export { accountIndexes, fullView } from "./indexes.ts";
export { searchIndex } from "./search.ts";
