import { Buffer } from "node:buffer";
import { Random } from "../random.ts";
import { big, message, packet } from "./parts.ts";
import type { Play } from "./scripted.ts";

/** Requests of a server during sign-in, and other lines that may fit. */
const LINES: readonly Uint8Array[] = [
  message("R", big(3, 4)),
  message("R", big(5, 4), "salt"),
  message("R", big(10, 4), "SCRAM-SHA-256\0\0"),
  message("R", big(10, 4), "SCRAM-SHA-256-PLUS\0\0"),
  message("R", big(11, 4), "r=x,s=eA==,i=4096"),
  message("R", big(11, 4), "r=,s=,i=-1"),
  message("R", big(12, 4), "v=eA=="),
  message("R", big(99, 4)),
  packet(2, [0xfe], "caching_sha2_password\0", "12345678901234567890\0"),
  packet(2, [0xfe], "mysql_clear_password\0"),
  packet(2, [0xfe]),
  packet(2, [1, 3]),
  packet(2, [1, 4]),
  packet(4, [1], "-----BEGIN PUBLIC KEY-----\nnone\n-----END PUBLIC KEY-----"),
  packet(2, [0xfe], "client_ed25519\0", "short"),
  packet(2, [0xfe], "parsec\0", "12345678901234567890123456789012"),
  packet(4, [0x50, 0], "salt"),
  packet(4, [0x50, 255], "salt"),
  packet(4, [0x50]),
  packet(2, [0xff, 1]),
  new Uint8Array(),
];

/** Yields `count` damaged versions of a play, each with the seed that reproduces it. */
export function* mutatedPlays(
  play: Play,
  first: number,
  count: number,
): Generator<{ seed: number; play: Play }> {
  for (let seed = first; seed < first + count; seed++) {
    const random = new Random(seed);
    const lines = play.lines.map((line) => Uint8Array.from(line));
    for (let i = random.int(3) + 1; i > 0; i--) damage(lines, random);
    yield { seed, play: { ...play, lines, drip: random.int(20) === 0 } };
  }
}

function damage(lines: Uint8Array[], random: Random): void {
  const at = random.int(lines.length);
  const line = lines[at]!;
  const place = random.int(line.length + 1);
  const other = random.int(line.length + 1);
  const [from, to] = place < other ? [place, other] : [other, place];
  const bytes = () => Uint8Array.from({ length: random.int(40) + 1 }, () => random.int(256));
  const put = (...parts: Uint8Array[]) => void (lines[at] = Buffer.concat(parts));
  switch (random.int(10)) {
    case 0:
      for (let i = random.int(4) + 1; i > 0 && line.length > 0; i--) {
        line[random.int(line.length)]! ^= 1 << random.int(8);
      }
      return;
    case 1:
      return put(line.subarray(0, place));
    case 2:
      return put(line.subarray(0, place), bytes(), line.subarray(place));
    case 3:
      return put(line.subarray(0, from), line.subarray(to));
    case 4:
      return put(line.subarray(0, to), line.subarray(from));
    case 5:
      return put(bytes());
    case 6: {
      // Lengths and counts with extreme values.
      const number = Buffer.from(
        random.pick([[0, 0, 0, 0], [255, 255, 255, 255], [127, 255, 255, 255], [0, 0, 0, 3]]),
      );
      return put(line.subarray(0, place), number, line.subarray(Math.min(line.length, place + 4)));
    }
    case 7:
      lines.splice(at, random.int(2), random.pick(LINES));
      return;
    case 8:
      lines.splice(at, 1);
      return;
    default: {
      const swapped = random.int(lines.length);
      [lines[at], lines[swapped]] = [lines[swapped]!, line];
    }
  }
}
