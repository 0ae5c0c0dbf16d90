/** Names of packages by the package's path, then by the capabilities that the names have. */
export type MemberTable = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Functions that the linker of some releases of Go, such as 1.26, keeps for packages. */
export interface LinkedTable {
  readonly releases: readonly string[];
  readonly packages: MemberTable;
}
