"""Calls what Kedge listens at, from a process that hides as it is told."""
import base64, json, os, socket, struct, subprocess, sys, urllib.error, urllib.parse, urllib.request

what = json.loads(sys.argv[1])


def connect(place):
    if isinstance(place, str):
        connection = socket.socket(socket.AF_UNIX)
    else:
        connection, place = socket.socket(), ("127.0.0.1", place)
    connection.settimeout(30)
    connection.connect(place)
    return connection


def by_socket(question, place=None):
    try:
        connection = connect(place or what["socket"])
        connection.sendall(question.encode() + b"\n")
        answer = b""
        while not answer.endswith(b"\n"):
            more = connection.recv(65536)
            if not more:
                break
            answer += more
        return answer.decode()
    except OSError:
        return ""


def by_port(address, headers={}, method=None, body=None):
    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *args):
            return None

    try:
        data = None if body is None else body.encode()
        request = urllib.request.Request(address, headers=headers, method=method, data=data)
        return urllib.request.build_opener(urllib.request.ProxyHandler({}), Stay).open(request, timeout=30).status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def by_page(address, headers, messages):
    """Opens the socket of a page, sends what a press there sends, and gives the replies."""
    place = urllib.parse.urlsplit(address)
    lines = {"host": place.netloc, "connection": "upgrade", "upgrade": "websocket", "sec-websocket-version": "13", "sec-websocket-key": base64.b64encode(os.urandom(16)).decode(), **headers}
    try:
        connection = connect(place.port)
        connection.sendall(("GET " + place.path + " HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in lines.items()) + "\r\n").encode())
        answers = connection.makefile("rb")
        status = int(answers.readline().split()[1])
        if status != 101:
            return [status]
        while answers.readline().strip():
            pass
        for message in messages:
            text = message.encode()
            connection.sendall(struct.pack("!BBH4x", 0x81, 0xFE, len(text)) + text)
        replies = []
        while len(replies) < len(messages):
            first, length = answers.read(2)
            if length >= 126:
                length = int.from_bytes(answers.read(2 if length == 126 else 8), "big")
            message = json.loads(answers.read(length))
            if message["type"] == "reply":
                replies.append(message["result"])
        return [status, *replies]
    except OSError:
        return [0]


def by_bus(bus, name, path, member, *args):
    call = ["dbus-send", "--bus=" + bus, "--print-reply", "--dest=" + name, path, member, *args]
    done = subprocess.run(call, capture_output=True)
    return (done.stdout + done.stderr).decode()


WAYS = {"line": lambda place, line: by_socket(line, place), "http": by_port, "page": by_page, "bus": by_bus}


def all_ways():
    if "doors" in what:
        return json.dumps({name: WAYS[way](*rest) for name, (way, *rest) in what["doors"].items()})
    said = {
        "palette": by_socket("palette"),
        "address": by_socket("ask address null"),
        "extensions": by_socket("ask extensions null"),
        "credentials": by_socket('ask credentials {"account": "111111111111", "role": "Admin"}'),
        "page": by_port(what["page"]) if "page" in what else None,
    }
    for name, (address, token) in what.get("containers", {}).items():
        said[name] = by_port(address, headers={"Authorization": token})
    for command in what.get("commands", []):
        done = subprocess.run(command, capture_output=True, env={**os.environ, "NO_COLOR": "1"})
        said[command[-1]] = [done.returncode, done.stdout.decode(), done.stderr.decode().split("\n")[0]]
    own = os.environ.get("AWS_CONTAINER_CREDENTIALS_FULL_URI")
    if own:
        said["own"] = by_port(own, headers={"Authorization": os.environ["AWS_CONTAINER_AUTHORIZATION_TOKEN"]})
    return json.dumps(said)


def hide(ways):
    """Runs the rest in a process that has left what each way names; its answer comes back by a pipe."""
    if "double fork" in ways:
        if os.fork():
            os.waitpid(-1, 0)
            return False
        os.setsid()
        if os.fork():
            os._exit(0)
    if "environment" in ways and not os.environ.get("STAYS"):
        os.execve("/usr/bin/python3", ["python3", "-c", os.environ["TEST_CALLER"], json.dumps({**what, "pipe": what["pipe"], "hide": []})], {"STAYS": "1", "TEST_CALLER": os.environ["TEST_CALLER"]})
    if "limit" in ways:
        import resource
        soft, hard = resource.getrlimit(12)
        resource.setrlimit(12, (0, 0))
    if "undumpable" in ways:
        import ctypes
        ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)
    return True


if "pipe" not in what:
    reads, writes = os.pipe()
    os.set_inheritable(writes, True)
    what["pipe"] = writes
    if os.fork() == 0:
        os.close(reads)
        if hide(what["hide"]):
            os.write(writes, all_ways().encode())
        os._exit(0)
    os.close(writes)
    text = b""
    while True:
        more = os.read(reads, 65536)
        if not more:
            break
        text += more
    print(text.decode())
else:
    os.write(what["pipe"], all_ways().encode())
