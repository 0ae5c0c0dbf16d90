/**
 * A small D-Bus client: connects to a message bus as this user, calls methods, listens for signals and serves
 * objects. It implements the parts of the specification that Kedge needs, without file descriptors and with
 * unix sockets only.
 */
export { type Bus, BusError, type Call, connectBus, connectSessionBus } from "./connection.ts";
export { DBUS, ownerChanges } from "./match.ts";
export { type Served } from "./service.ts";
export { dictionary, type Value, Variant } from "./value.ts";
export { sessionAddress } from "./address.ts";
