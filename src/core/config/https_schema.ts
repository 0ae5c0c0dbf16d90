import * as z from "zod";
import { ACCOUNT_ID } from "../text/aws_names.ts";

const text = (max: number) => z.string().min(1).max(max);

/** The AWS service that runs a server's statements, and the account and role for it. */
export const httpsSchema = z.object({
  service: z.enum(["rds-data", "redshift-data", "athena"]).meta({
    title: "Service",
    description:
      "The service that is asked: the Data API of RDS, for Aurora, or that of Redshift; or Athena.",
    examples: ["rds-data"],
  }),
  account: z.string().regex(ACCOUNT_ID).meta({
    title: "Account",
    description: "The 12-digit id of the AWS account that it is in.",
    examples: ["123456789012"],
    format: "account-id",
  }),
  role: text(100).optional().meta({
    title: "Role",
    description: "The role that asks; without it the one that you use in this account.",
    examples: ["ReadOnly"],
  }),
  region: text(50).meta({
    title: "Region",
    description: "The region that it is in.",
    examples: ["eu-central-1"],
    format: "region",
  }),
  cluster: text(500).optional().meta({
    title: "Cluster",
    description: "The ARN of a cluster of Aurora, or the identifier of one of Redshift.",
    examples: ["arn:aws:rds:eu-central-1:123456789012:cluster:shop"],
  }),
  workgroup: text(200).optional().meta({
    title: "Workgroup",
    description: "The workgroup of Redshift Serverless, or of Athena.",
    examples: ["facts"],
  }),
  catalog: text(256).optional().meta({
    title: "Catalog",
    description: "Athena: the data catalog that names without one are of; without it AwsDataCatalog.",
    examples: ["AwsDataCatalog"],
  }),
  secret: text(2048).optional().meta({
    title: "Secret",
    description:
      "The secret of Secrets Manager that the service signs in with, by its name or ARN. Aurora needs one; " +
      "Redshift signs the role in by IAM without one.",
    examples: ["arn:aws:secretsmanager:eu-central-1:123456789012:secret:shop-AbCdEf"],
  }),
  user: text(128).optional().meta({
    title: "User",
    description:
      "A cluster of Redshift without a secret: the user of the database that IAM signs in. Without it the " +
      "role's own.",
    examples: ["reporting"],
  }),
}).meta({
  title: "HTTPS",
  vital: true,
  description:
    "A service of AWS runs the statements: no network leads to the server itself, and no password is asked for.",
});
