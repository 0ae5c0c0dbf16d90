import { Buffer } from "node:buffer";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

/** Bytes of the longest message of a client, and messages that may come within a second. */
const LONGEST = 1024 * 1024, MOST = 500;

/**
 * Standard input and output, bounded: a client that sends too long or too many messages gets an error on standard
 * error and is disconnected. `onClose` is called when the client has gone.
 */
export function boundedTransport(onClose: () => void): StdioServerTransport {
  const transport = new StdioServerTransport(undefined, undefined, { maxBufferSize: LONGEST });
  let since = performance.now();
  let count = 0;
  const take = transport._ondata;
  let over = false;
  const hangUp = (why: string) => {
    if (over) return;
    over = true;
    console.error(`kedge: ${why}; the connection is closed`);
    void transport.close();
  };
  transport._ondata = (chunk: Buffer) => {
    if (over) return;
    const now = performance.now();
    if (now - since >= 1000) {
      since = now;
      count = 0;
    }
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count++;
    if (count > MOST) return hangUp(`the client sent more than ${MOST} messages within a second`);
    take(chunk);
  };
  // However it ends: the client has gone, does not read, or sends what has no end.
  const close = transport.close.bind(transport);
  transport.close = async () => {
    await close();
    onClose();
  };
  return transport;
}
