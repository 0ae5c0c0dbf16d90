package anchor

import (
	"runtime"
	"syscall"
	"unsafe"
)

// allowed lists the abilities that the review of an action names. The linker writes it here: names of
// abilities separated by commas, "none", or "all" for an action that no sandbox can restrict.
var allowed string

// sandboxed tells whether this program may do only what its review names.
func sandboxed() bool { return allowed != "" && allowed != "all" }

// may tells whether the review names an ability.
func may(ability string) bool {
	for start, at := 0, 0; at <= len(allowed); at++ {
		if at == len(allowed) || allowed[at] == ',' {
			if allowed[start:at] == ability {
				return true
			}
			start = at + 1
		}
	}
	return false
}

// Constants of linux/landlock.h and linux/prctl.h. These calls have the same numbers on all systems.
// Versions below are those of Landlock's ABI.
const (
	landlockCreateRuleset = 444
	landlockAddRule       = 445
	landlockRestrictSelf  = 446
	rulesetVersion        = 1
	pathBeneath           = 1

	fsExecute   = 1 << 0
	fsWriteFile = 1 << 1
	fsReadFile  = 1 << 2
	fsReadDir   = 1 << 3
	fsRemove    = 1<<4 | 1<<5
	fsMake      = 1<<6 | 1<<7 | 1<<8 | 1<<9 | 1<<10 | 1<<11 | 1<<12
	fsRefer     = 1 << 13 // from version 2
	fsTruncate  = 1 << 14 // from version 3
	fsIoctl     = 1 << 15 // from version 5
	fsFile      = fsExecute | fsWriteFile | fsReadFile | fsTruncate | fsIoctl

	netTCP         = 1<<0 | 1<<1 // to bind and to connect, from version 4
	scopeAbstract  = 1 << 0      // abstract Unix sockets, from version 6
	scopeSignal    = 1 << 1      // signals, from version 6
	setNoNewPrivs  = 38
	openPath       = 0x200000
	faultNoSandbox = 126
	writing        = fsWriteFile | fsReadFile | fsRemove | fsMake | fsRefer | fsTruncate
	reading        = fsReadFile | fsReadDir
	sharedReadOnly = fsReadFile | fsReadDir
)

// systemFiles are files that Go's standard library reads even without an ability, or for another one: names
// of hosts and users, time zones, certificate authorities, file types, the number of processors.
var systemFiles = [...]string{
	"/etc/hosts", "/etc/resolv.conf", "/etc/nsswitch.conf", "/etc/services", "/etc/protocols", "/etc/host.conf",
	"/run/systemd/resolve", "/run/NetworkManager", "/run/resolvconf",
	"/etc/passwd", "/etc/group", "/etc/localtime", "/usr/share/zoneinfo", "/usr/lib/zoneinfo",
	"/etc/ssl", "/etc/pki", "/etc/ca-certificates", "/usr/share/ca-certificates", "/usr/local/share/ca-certificates",
	"/usr/local/share/certs", "/var/lib/ca-certificates",
	"/etc/mime.types", "/etc/apache2/mime.types", "/etc/apache/mime.types", "/usr/share/mime", "/usr/local/share/mime",
	"/sys/fs/cgroup", "/sys/devices/system/cpu", "/sys/kernel/mm/transparent_hugepage", "/proc/sys/net/core/somaxconn",
	"/dev/null", "/dev/urandom", "/dev/random",
}

// start runs the action's program with the abilities of its review and returns its process ID. The thread
// that starts the program never ends, because the kernel would then kill the program (Pdeathsig).
func start(run func() (int, error)) (int, error) {
	if !sandboxed() {
		return run()
	}
	type started struct {
		pid int
		err error
	}
	result := make(chan started)
	go func() {
		// A thread cannot undo its restrictions.
		runtime.LockOSThread()
		enclose()
		pid, err := run()
		result <- started{pid, err}
		select {}
	}()
	got := <-result
	return got.pid, got.err
}

// landlockVersion returns 0 when this kernel has no Landlock, or when Landlock is switched off.
func landlockVersion() uintptr {
	version, _, fault := syscall.RawSyscall(landlockCreateRuleset, 0, 0, rulesetVersion)
	if fault != 0 {
		return 0
	}
	return version
}

// enclose denies the files, ports and signals that the review did not name to this thread and everything it
// starts, as far as this kernel supports that.
func enclose() {
	if _, _, fault := syscall.RawSyscall6(syscall.SYS_PRCTL, setNoNewPrivs, 1, 0, 0, 0, 0); fault != 0 {
		escape("no_new_privs", fault)
	}
	version := landlockVersion()
	if version == 0 {
		return
	}
	handled := uint64(fsExecute | reading | fsWriteFile | fsRemove | fsMake)
	ruleset := struct{ fs, net, scoped uint64 }{}
	size := uintptr(8)
	if version >= 2 {
		handled |= fsRefer
	}
	if version >= 3 {
		handled |= fsTruncate
	}
	if version >= 4 {
		size = 16
		if !may("network") {
			ruleset.net = netTCP
		}
	}
	if version >= 5 {
		handled |= fsIoctl
	}
	if version >= 6 {
		size = 24
		ruleset.scoped = scopeAbstract
		if !may("processes") {
			ruleset.scoped |= scopeSignal
		}
	}
	ruleset.fs = handled
	rules, _, fault := syscall.RawSyscall(landlockCreateRuleset, uintptr(unsafe.Pointer(&ruleset)), size, 0)
	if fault != 0 {
		escape("landlock", fault)
	}
	let := func(path string, access uint64) { allow(rules, path, access&handled) }
	let("/proc/self/exe", fsExecute|fsReadFile)
	let(".", reading|writing)
	let("/dev/null", fsReadFile|fsWriteFile|fsTruncate)
	for _, path := range systemFiles {
		let(path, sharedReadOnly)
	}
	for _, name := range [...]string{"SSL_CERT_FILE", "SSL_CERT_DIR", "ZONEINFO"} {
		if path, set := syscall.Getenv(name); set && path != "" && path[0] == '/' {
			let(path, sharedReadOnly)
		}
	}
	if may("read") {
		let("/", reading)
	}
	if may("write") {
		let("/", writing|fsIoctl)
	}
	if _, _, fault := syscall.RawSyscall(landlockRestrictSelf, rules, 0, 0); fault != 0 {
		escape("landlock", fault)
	}
	_ = syscall.Close(int(rules))
}

// allow adds a path with its permitted accesses. A path that does not exist needs no rule.
func allow(rules uintptr, path string, access uint64) {
	file, err := syscall.Open(path, openPath|syscall.O_CLOEXEC, 0)
	if err != nil {
		return
	}
	defer syscall.Close(file)
	var found syscall.Stat_t
	if syscall.Fstat(file, &found) != nil {
		return
	}
	if found.Mode&syscall.S_IFMT != syscall.S_IFDIR {
		access &= fsFile
	}
	// The kernel's structure is packed: 8 bytes and 4.
	var rule [12]byte
	*(*uint64)(unsafe.Pointer(&rule[0])) = access
	*(*int32)(unsafe.Pointer(&rule[8])) = int32(file)
	_, _, _ = syscall.RawSyscall6(landlockAddRule, rules, pathBeneath, uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
}

// escape ends a run whose sandbox failed although this kernel supports it.
func escape(what string, fault syscall.Errno) {
	text := "Kedge: this action cannot be held to what its review said (" + what + ": " + fault.Error() + ")\n"
	_, _ = syscall.Write(2, []byte(text))
	syscall.Exit(faultNoSandbox)
}
