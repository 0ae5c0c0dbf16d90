"""Stands between a client and a real server, opens the connections of both, and prints what the client has sent as JSON.

Arguments: a JSON document with `listen`, `server`, `speaks` (postgres, mysql or https), `key` and `certificate` (files;
without them it says that the server has no TLS), `strip` (takes SCRAM-SHA-256-PLUS out) and `ask` (asks for the password)."""
import json, select, socket, ssl, struct, sys, threading

what = json.loads(sys.argv[1])
heard = {"before": "", "inside": "", "trouble": ""}
hearing = threading.Lock()


def sealed(near):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(what["certificate"], what["key"])
    return context.wrap_socket(near, server_side=True)


def opened(far):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context.wrap_socket(far)


def exactly(near, size):
    data = b""
    while len(data) < size:
        more = near.recv(size - len(data))
        if not more:
            raise OSError("ended")
        data += more
    return data


def note(where, data):
    with hearing:
        heard[where] += data.decode("latin1")
    return data


def arrived(source):
    """What came in; None when it was only TLS's own, and nothing at the end."""
    source.setblocking(False)
    try:
        return source.recv(65536)
    except (ssl.SSLWantReadError, BlockingIOError):
        return None
    finally:
        source.setblocking(True)


def relay(near, far, change):
    # One thread for both ways: OpenSSL's connections must not be read and written at the same time.
    while True:
        held = [one for one in (near, far) if isinstance(one, ssl.SSLSocket) and one.pending()]
        for source in held or select.select([near, far], [], [])[0]:
            data = arrived(source)
            if data == b"":
                return
            if data and source is near:
                far.sendall(note("inside", data))
            elif data:
                near.sendall(change(data))


def unbound(data):
    offered = b"R" + struct.pack("!II", 4 + 4 + 34, 10) + b"SCRAM-SHA-256-PLUS\0SCRAM-SHA-256\0\0"
    left = b"R" + struct.pack("!II", 4 + 4 + 15, 10) + b"SCRAM-SHA-256\0\0"
    return data.replace(offered, left)


def postgres(near):
    if what.get("tls", True):
        note("before", exactly(near, 8))
        near.sendall(b"S" if "certificate" in what else b"N")
        if "certificate" not in what:
            return note("inside", near.recv(65536))
        near = sealed(near)
    if what.get("ask"):
        note("inside", near.recv(65536))
        near.sendall(b"R" + struct.pack("!II", 8, 3))
        return note("inside", near.recv(65536))
    far = socket.create_connection(("127.0.0.1", what["server"]))
    far.sendall(struct.pack("!II", 8, 80877103))
    exactly(far, 1)
    relay(near, opened(far), unbound if what.get("strip") else lambda data: data)


def packet(near):
    head = exactly(near, 4)
    return head + exactly(near, int.from_bytes(head[:3], "little"))


def mysql(near):
    far = socket.create_connection(("127.0.0.1", what["server"]))
    greeting = bytearray(packet(far))
    if "certificate" not in what:
        low = greeting.index(0, 5) + 1 + 4 + 8 + 1
        greeting[low + 1] &= ~0x08
    near.sendall(bytes(greeting))
    if "certificate" in what and what.get("tls", True):
        far.sendall(note("before", packet(near)))
        near, far = sealed(near), opened(far)
    number = 1
    if what.get("ask"):
        number = note("inside", packet(near))[3] + 1
        plugin = b"\xfemysql_clear_password\0"
        near.sendall(struct.pack("<I", len(plugin))[:3] + bytes([number]) + plugin)
        return note("inside", near.recv(65536))
    relay(near, far, lambda data: data)


def https(near):
    data = b""
    while b"\r\n\r\n" not in data:
        data += exactly(near, 1)
    # Write one complete record, because the client may open a second connection meanwhile.
    note("before", data)
    near.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
    near = sealed(near)
    note("inside", near.recv(65536))
    near.sendall(b"HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")


listener = socket.socket()
listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
listener.bind((what["listen"], 0))
listener.listen()
print(listener.getsockname()[1], flush=True)


def serve(near):
    try:
        {"postgres": postgres, "mysql": mysql, "https": https}[what["speaks"]](near)
    except OSError as error:
        note("trouble", str(error).encode("latin1", "replace"))
    finally:
        near.close()


def accept():
    while True:
        threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()


threading.Thread(target=accept, daemon=True).start()
sys.stdin.read()
print(json.dumps(heard), flush=True)
