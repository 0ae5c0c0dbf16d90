"""Runs a program in a kernel that stands for one without Landlock, seccomp or either: those calls answer ENOSYS."""
import ctypes, os, platform, struct, sys

numbers = {"landlock": [444, 445, 446], "seccomp": [{"x86_64": 317, "aarch64": 277}[platform.machine()]]}
missing = [number for name in sys.argv[1].split(",") for number in numbers[name]]
code = [(0x20, 0, 0, 0)]
for number in missing:
    code += [(0x15, 0, 1, number), (0x06, 0, 0, 0x00050000 | 38)]
code.append((0x06, 0, 0, 0x7FFF0000))
program = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *one) for one in code))
filter = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(code), ctypes.addressof(program)))
libc = ctypes.CDLL(None, use_errno=True)
if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, ctypes.byref(filter), 0, 0):
    sys.exit(os.strerror(ctypes.get_errno()))
os.execv(sys.argv[2], sys.argv[2:])
