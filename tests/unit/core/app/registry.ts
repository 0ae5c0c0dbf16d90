export { application } from "../../../../src/core/app/features/application/mod.ts";
export { greetings } from "./greetings/mod.ts";
