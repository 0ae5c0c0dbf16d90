/** Returns product and version from the text of PostgreSQL's or Redshift's `version()`. */
export function postgresProduct(version: string): string {
  const redshift = /Redshift [\d.]+/.exec(version);
  return redshift?.[0] ?? /^\S+ [\d.]+\w*/.exec(version)?.[0] ?? version.slice(0, 60);
}

/** Returns product and version from the text of MySQL's or MariaDB's `version()`. */
export function mysqlProduct(version: string): string {
  // MariaDB before 11 puts "5.5.5-" before its version, for replication.
  const number = /[\d.]+\d/.exec(version.replace(/^5\.5\.5-(?=.*mariadb)/i, ""))?.[0] ?? version.slice(0, 40);
  return `${/mariadb/i.test(version) ? "MariaDB" : "MySQL"} ${number}`;
}
