import { deepEqual, equal } from "node:assert/strict";
import { askOwner } from "../../../src/core/platform/peer/diag.ts";
import { peerOf, readOwner } from "../../../src/core/platform/peer/mod.ts";
import { as, EVE, isRoot } from "../../support/users/mod.ts";

/**
 * A Python program that connects to a port of 127.0.0.1, over IPv4 or from an IPv6 socket, until
 * its standard input ends.
 */
const SCRIPT = `
import socket, sys
family, address = (socket.AF_INET6, "::ffff:127.0.0.1") if sys.argv[2] == "6" else (socket.AF_INET, "127.0.0.1")
connection = socket.socket(family)
connection.connect((address, int(sys.argv[1])))
sys.stdin.read()
`;

for (const family of ["4", "6"]) {
  for (const user of [undefined, EVE]) {
    const name = user === undefined ? "the own user" : "another user";
    Deno.test(`askOwner() and readOwner() name ${name} over IPv${family}, and nobody once they have gone`, async () => {
      using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
      const { port } = listener.addr;
      const [program, ...args] = as(user, ["/usr/bin/python3", "-c", SCRIPT, String(port), family]);
      const child = new Deno.Command(program!, { args, cwd: "/", stdin: "piped" }).spawn();
      const connection = await listener.accept();
      const remote = connection.remoteAddr as Deno.NetAddr;
      const owner = isRoot ? user ?? 0 : Deno.uid();
      const asked = askOwner(remote.port, port);
      equal(asked?.user, owner);
      deepEqual(await readOwner(remote.port, port), asked);
      equal(await peerOf(remote, port), owner === Deno.uid() ? "user" : "other");
      await child.stdin.close();
      await child.status;
      equal(askOwner(remote.port, port), null);
      equal(await readOwner(remote.port, port), null);
      equal(await peerOf(remote, port), "other");
      connection.close();
      equal(await peerOf(remote, port), "other");
    });
  }
}

Deno.test("peerOf() does not report a program that only listens at the port as a caller", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  using other = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  equal(askOwner(listener.addr.port, other.addr.port), null);
  equal(await peerOf(listener.addr as Deno.NetAddr, other.addr.port), "other");
});
