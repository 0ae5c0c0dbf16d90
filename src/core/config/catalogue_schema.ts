import * as z from "zod";

const text = (max: number) => z.string().min(1).max(max);

/** A team's catalogue of extensions. */
export const catalogueSchema = z.object({
  address: text(2000).meta({
    title: "Address",
    description:
      "Where catalog.json lies: a git repository (ssh or https), an https address, a folder of S3 " +
      "(s3://bucket/folder?account=…&role=…&region=…), or a folder of this computer.",
    examples: [
      "git@github.com:example/catalog.git",
      "https://example.com/kedge",
      "s3://example-tools/kedge?account=123456789012&role=ReadOnly&region=eu-central-1",
    ],
    format: "catalogue-address",
    vital: true,
  }),
  keys: z.array(text(4000).meta({ title: "Key", format: "ssh-key" })).max(20).default([]).meta({
    title: "Keys",
    description:
      "Public keys of SSH, or their fingerprints, that the catalogue must be signed with. Without them " +
      "Kedge shows its keys and asks.",
    examples: [["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKaviSitdJ6oztaRKqBXbugXs2gUAoHwlFvdMacpKT3e"]],
    vital: true,
  }),
  restDays: z.int().min(0).max(365).default(0).meta({
    title: "Days of rest",
    description: "So many days an update waits before it is offered.",
    examples: [3],
    vital: true,
  }),
}).meta({ title: "Catalogue", description: "A team's catalogue of extensions, signed with SSH keys." });
