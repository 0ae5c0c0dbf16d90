/** JSON with positions: reading with all problems at once, checking against a schema, editing in place. */
export { type Json, memberOf, type Node, toValue } from "./node.ts";
export { parseJson } from "./parse.ts";
export { type Edit, editJson } from "./edit.ts";
