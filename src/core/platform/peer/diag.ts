/**
 * Asks the kernel over netlink whose socket a connection is (sock_diag(7)). That takes microseconds, while
 * reading the tables of `/proc` costs 20 ms of processor time per request.
 */

const AF_NETLINK = 16, SOCK_RAW = 3, SOCK_CLOEXEC = 0o2000000, NETLINK_SOCK_DIAG = 4;
const AF_INET = 2, IPPROTO_TCP = 6, SOCK_DIAG_BY_FAMILY = 20, NLM_F_REQUEST = 1, MSG_DONTWAIT = 0x40;
/** Offsets in a request (`nlmsghdr`, `inet_diag_req_v2`) and in an answer (`nlmsghdr`, `inet_diag_msg`). */
const REQUEST = { size: 72, from: 24, to: 26, source: 28, target: 44, cookie: 64 };
const ANSWER = { size: 88, type: 4, state: 17, from: 20, to: 22, user: 80, inode: 84 };
const LISTENING = 10;

/**
 * Returns the request for the socket from port `from` to port `to`, both of 127.0.0.1. Numbers are little
 * endian, like the machine's.
 */
export function diagRequest(from: number, to: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(REQUEST.size);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, REQUEST.size, true);
  view.setUint16(4, SOCK_DIAG_BY_FAMILY, true);
  view.setUint16(6, NLM_F_REQUEST, true);
  bytes.set([AF_INET, IPPROTO_TCP], 16);
  view.setUint32(20, 0xffffffff, true);
  view.setUint16(REQUEST.from, from);
  view.setUint16(REQUEST.to, to);
  bytes.set([127, 0, 0, 1], REQUEST.source);
  bytes.set([127, 0, 0, 1], REQUEST.target);
  bytes.fill(0xff, REQUEST.cookie);
  return bytes;
}

/** The owner of a connection's other end: its user, and the inode by which `/proc` shows the processes that hold it. */
export interface Owner {
  readonly user: number;
  readonly inode: number;
}

/**
 * Returns the owner in an answer; null when it names none. Without such a connection the kernel answers with
 * the listener at port `from`; a socket that its program has closed has no inode.
 */
export function diagOwner(answer: Uint8Array, from: number, to: number): Owner | null {
  const view = new DataView(answer.buffer, answer.byteOffset, answer.length);
  if (answer.length < ANSWER.size || view.getUint16(ANSWER.type, true) !== SOCK_DIAG_BY_FAMILY) return null;
  if (view.getUint16(ANSWER.from) !== from || view.getUint16(ANSWER.to) !== to) return null;
  const inode = view.getUint32(ANSWER.inode, true);
  if (view.getUint8(ANSWER.state) === LISTENING || inode === 0) return null;
  return { user: view.getUint32(ANSWER.user, true), inode };
}

function libc() {
  return Deno.dlopen("libc.so.6", {
    socket: { parameters: ["i32", "i32", "i32"], result: "i32" },
    send: { parameters: ["i32", "buffer", "usize", "i32"], result: "isize" },
    recv: { parameters: ["i32", "buffer", "usize", "i32"], result: "isize" },
    close: { parameters: ["i32"], result: "i32" },
  }).symbols;
}

let library: ReturnType<typeof libc> | null | undefined;

/** Loads the C library once; null on systems with another one. */
function load(): typeof library {
  try {
    return library ??= libc();
  } catch {
    return library = null;
  }
}

/**
 * Returns the owner of a connection to an own port, both ends on 127.0.0.1; null when the kernel names none
 * or does not support the request.
 */
export function askOwner(from: number, to: number): Owner | null {
  const c = load();
  if (!c) return null;
  const socket = c.socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
  if (socket < 0) return null;
  try {
    const request = diagRequest(from, to);
    if (Number(c.send(socket, request, BigInt(request.length), MSG_DONTWAIT)) !== request.length) return null;
    const answer = new Uint8Array(1024);
    const size = Number(c.recv(socket, answer, BigInt(answer.length), MSG_DONTWAIT));
    return size < 0 ? null : diagOwner(answer.subarray(0, size), from, to);
  } finally {
    c.close(socket);
  }
}
