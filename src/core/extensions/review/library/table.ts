/** Names of packages by what they can do, by the path of their package. */
export type MemberTable = Readonly<Record<string, Readonly<Record<string, string>>>>;
