/** A partition of AWS. The regions of one partition know nothing of the others. */
interface Partition {
  /** Name in ARNs. */
  readonly name: string;
  /** Suffix of the hosts of its services. */
  readonly suffix: string;
  /** Hosts of the web console and of the sign-in by a link. */
  readonly console: string;
  readonly signIn: string;
}

const COMMERCIAL: Partition = {
  name: "aws",
  suffix: "amazonaws.com",
  console: "console.aws.amazon.com",
  signIn: "signin.aws.amazon.com",
};

/** Partitions by the prefixes of their regions. */
const PARTITIONS: Readonly<Record<string, Partition>> = {
  "cn-": {
    name: "aws-cn",
    suffix: "amazonaws.com.cn",
    console: "console.amazonaws.cn",
    signIn: "signin.amazonaws.cn",
  },
  "us-gov-": {
    name: "aws-us-gov",
    suffix: "amazonaws.com",
    console: "console.amazonaws-us-gov.com",
    signIn: "signin.amazonaws-us-gov.com",
  },
  "eusc-": {
    name: "aws-eusc",
    suffix: "amazonaws.eu",
    console: "console.amazonaws-eusc.eu",
    signIn: "signin.amazonaws-eusc.eu",
  },
};

/** Returns the partition of a region. */
export function partitionOf(region: string): Partition {
  const prefix = Object.keys(PARTITIONS).find((prefix) => region.startsWith(prefix));
  return prefix === undefined ? COMMERCIAL : PARTITIONS[prefix]!;
}
