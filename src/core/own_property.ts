/** Returns a record's own property for a name from outside; never an inherited one such as `constructor`. */
export function ownProperty<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
