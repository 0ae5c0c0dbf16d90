/** JSON with positions: reading with all problems at once, checking against a schema, editing in place. */
export { type Json, type Member, memberOf, type Node, type ObjectNode, toValue } from "./node.ts";
export { type Parsed, parseJson, type ParseOptions } from "./parse.ts";
export { clip, type SyntaxProblem } from "./scan.ts";
export { type Edit, type Edited, editJson } from "./edit.ts";
