/** One of the separate clouds of AWS: regions of one know nothing of the others. */
interface Partition {
  /** As it stands in ARNs. */
  readonly name: string;
  /** What the names of its services end in. */
  readonly suffix: string;
  /** Hosts of the web console and of its sign-in by a link. */
  readonly console: string;
  readonly signIn: string;
}

const COMMERCIAL: Partition = {
  name: "aws",
  suffix: "amazonaws.com",
  console: "console.aws.amazon.com",
  signIn: "signin.aws.amazon.com",
};

/** By how the names of their regions begin. */
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

/** The partition of a region. */
export function partitionOf(region: string): Partition {
  const prefix = Object.keys(PARTITIONS).find((prefix) => region.startsWith(prefix));
  return prefix === undefined ? COMMERCIAL : PARTITIONS[prefix]!;
}
