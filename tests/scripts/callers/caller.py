"""Calls Kedge's private socket, its page server and the credentials of its run, from a process that hides as it is told."""
import json, os, socket, subprocess, sys, urllib.error, urllib.request

what = json.loads(sys.argv[1])


def by_socket(question):
    try:
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(30)
        connection.connect(what["socket"])
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


def by_port(address, path=None, headers={}):
    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *args):
            return None

    try:
        request = urllib.request.Request(address, headers=headers)
        return urllib.request.build_opener(urllib.request.ProxyHandler({}), Stay).open(request, timeout=30).status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def all_ways():
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
