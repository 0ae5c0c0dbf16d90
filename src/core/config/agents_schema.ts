import * as z from "zod";

/**
 * Settings of a server for agents. A fault in them leaves the whole server out, because otherwise fewer
 * columns would be hidden.
 */
export const agentsSchema = z.object({
  hidden: z.array(
    z.string().min(1).max(600).meta({ title: "Column", format: "column-pattern", vital: true }),
  ).max(500).meta({
    title: "Hidden columns",
    description:
      "Columns that agents do not see: table.column or schema.table.column, where * stands for any " +
      "letters. Statements that need one are refused, also in WHERE and through views.",
    examples: [["customers.email", "*.password*"]],
    vital: true,
  }),
}).meta({
  title: "Agents",
  description: "What agents get of this server, once they are let at it.",
  vital: true,
});
