/** All facts about database engines. The code is pure, because pages use it too. */
export { address, engineAndAddress, hostPort, reachedAt } from "./address.ts";
export { databaseOf, type Engine, ENGINE_IDS, engineFacts, ENGINES, POINTER, tlsWords } from "./facts.ts";
export { acceptsAny, engineAt, modeOf, NO_TLS, type PastedServer, pastedServer } from "./pasted.ts";
export { mysqlProduct, postgresProduct } from "./product.ts";
