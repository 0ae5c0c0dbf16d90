import { type Bus, type Value, Variant } from "../core/dbus/mod.ts";

/** Returns a property of an object on the bus. `deadline` is in ms. */
export async function busProperty(
  bus: Bus,
  object: { readonly destination: string; readonly path: string; readonly interface: string },
  name: string,
  deadline?: number,
): Promise<Value | undefined> {
  const [value] = await bus.call({
    ...object,
    interface: "org.freedesktop.DBus.Properties",
    member: "Get",
    signature: "ss",
    body: [object.interface, name],
  }, deadline);
  return value instanceof Variant ? value.value : value;
}
