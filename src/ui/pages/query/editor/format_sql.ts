import type { Engine } from "../../../../core/sql/engines/mod.ts";

/** The text with its lines broken and indented; an error where it cannot be read, so that nothing is lost. */
export async function formatSql(text: string, engine: Engine): Promise<string | Error> {
  // The formatter does not know it, and would tear it apart.
  if (/^\s*delimiter\b/im.test(text)) return new Error("A text with DELIMITER is not formatted.");
  const { formatDialect, mariadb, postgresql, redshift, trino } = await import("sql-formatter");
  const dialect = { postgres: postgresql, mysql: mariadb, redshift, athena: trino }[engine];
  try {
    const formatted = formatDialect(text, {
      dialect,
      keywordCase: "preserve",
      tabWidth: 2,
      paramTypes: { named: [":"] },
    });
    // Only space may differ: what the formatter would change is left as it was.
    return bare(formatted) === bare(text) ? formatted : new Error("Formatting would change more than space.");
  } catch {
    return new Error("This text cannot be read as SQL, so it was left as it is.");
  }
}

function bare(text: string): string {
  return text.replace(/\s+/g, "");
}
