/**
 * A small D-Bus client: connects to a message bus as this user, calls methods, hears signals and serves
 * objects. Speaks what Kedge needs of the specification; file descriptors and other transports than
 * unix sockets are left out.
 */
export { type Bus, BusError, type Call, connectBus, connectSessionBus } from "./connection.ts";
export { type Served } from "./service.ts";
export { dictionary, type Value, Variant } from "./value.ts";
export { sessionAddress } from "./address.ts";
