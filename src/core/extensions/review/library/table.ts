/** Names of packages by what they can do, by the path of their package. */
export type MemberTable = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What the linker of some releases of Go, such as 1.26, keeps for packages. */
export interface LinkedTable {
  readonly releases: readonly string[];
  readonly packages: MemberTable;
}
