/** What a record itself holds under a name from outside; never what every object has, such as `constructor`. */
export function ownProperty<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
