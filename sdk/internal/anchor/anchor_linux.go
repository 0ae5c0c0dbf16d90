package anchor

import (
	"sync"
	"syscall"
	"unsafe"
)

const (
	// nonceVariable is set in every run; without it the program was started by hand.
	nonceVariable = "KEDGE_RUN_NONCE"
	// heldVariable tells the second process that it is the action.
	heldVariable = "KEDGE_RUN_HELD"

	// grace is the time an action has to end by itself when Kedge is gone, in seconds; the SDK uses the same
	// time.
	grace = 3
	// patience is the time killed processes have to end, in seconds. A process that waits for a broken disk
	// may never end.
	patience = 5

	setChildSubreaper = 36 // PR_SET_CHILD_SUBREAPER
)

func init() {
	if _, run := syscall.Getenv(nonceVariable); !run {
		return
	}
	if _, held := syscall.Getenv(heldVariable); held {
		_ = syscall.Unsetenv(heldVariable)
		if sandboxed() {
			filter()
		}
		return
	}
	// Setsid is called here and not by Kedge, because a process that starts with a new session must be forked
	// with all page tables.
	_, _ = syscall.Setsid()
	// Without seccomp, a sandbox does not separate a run from other programs of this computer.
	mark(sandboxed() && canFilter())
	hold()
	if sandboxed() {
		escape("process", syscall.EAGAIN)
	}
}

// hold starts the action and does not return, unless the system refuses to make this process the parent of
// orphans.
func hold() {
	if _, _, fault := syscall.RawSyscall(syscall.SYS_PRCTL, setChildSubreaper, 1, 0); fault != 0 {
		return
	}
	path := ownPath()
	action, err := start(func() (int, error) {
		return syscall.ForkExec("/proc/self/exe", []string{path}, &syscall.ProcAttr{
			Env:   append(syscall.Environ(), heldVariable+"=1"),
			Files: []uintptr{0, 1, 2},
			// The action has its own process group, so that a script that kills its group does not kill the
			// anchor.
			Sys: &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL},
		})
	})
	if err != nil {
		return
	}
	// The anchor closes its output, so that the output ends when the action and its children have closed
	// theirs.
	if null, err := syscall.Open("/dev/null", syscall.O_RDWR, 0); err == nil {
		_ = syscall.Dup3(null, 1, 0)
		_ = syscall.Dup3(null, 2, 0)
	}
	go endWithKedge(action)
	status := waitFor(action)
	endChildren(status)
	exitAs(status)
}

func ownPath() string {
	buffer := make([]byte, 4096)
	n, err := syscall.Readlink("/proc/self/exe", buffer)
	if err != nil {
		return "action"
	}
	return string(buffer[:n])
}

// burying is locked while a dead child is reaped. Until then no other process can get its ID.
var burying sync.Mutex

// waitFor waits until the action ends, and reaps orphans that end earlier.
func waitFor(action int) syscall.WaitStatus {
	for {
		// WNOWAIT leaves the dead child for bury.
		const all, exited, leave = 0, 0x4, 0x1000000
		_, _, _ = syscall.Syscall6(syscall.SYS_WAITID, all, 0, 0, exited|leave, 0, 0)
		if status, ended := bury(action); ended {
			return status
		}
	}
}

// bury reaps one dead child and tells whether it was the action.
func bury(action int) (status syscall.WaitStatus, ended bool) {
	burying.Lock()
	defer burying.Unlock()
	pid, err := syscall.Wait4(-1, &status, syscall.WNOHANG, nil)
	ended = pid == action || err == syscall.ECHILD
	if ended {
		buried = true
	}
	return status, ended
}

// buried is true once another process may have the ID of the action.
var buried bool

// endChildren kills all remaining children and waits until they are gone. Children of a killed process become
// children of the anchor. Only children are killed, because the ID of a child cannot be reused before the
// child is reaped.
func endChildren(status syscall.WaitStatus) {
	go func() {
		sleep(patience)
		exitAs(status)
	}()
	for {
		pid, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil)
		if err == syscall.ECHILD {
			return
		}
		if pid > 0 || err == syscall.EINTR {
			continue
		}
		if !killChildren() {
			// The remaining processes belong to another user; sudo can start such processes.
			return
		}
		_, _ = syscall.Wait4(-1, nil, 0, nil)
	}
}

// killChildren kills every child. It returns whether there is one to wait for: a child that was killed or is
// dead already.
func killChildren() bool {
	dying := false
	self := syscall.Getpid()
	eachProcess(func(pid int) {
		if parentOf(pid) == self && syscall.Kill(pid, syscall.SIGKILL) == nil {
			dying = true
		}
	})
	return dying
}

func eachProcess(visit func(pid int)) {
	folder, err := syscall.Open("/proc", syscall.O_RDONLY|syscall.O_DIRECTORY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return
	}
	defer syscall.Close(folder)
	buffer := make([]byte, 16<<10)
	for {
		n, err := syscall.ReadDirent(folder, buffer)
		if err != nil || n <= 0 {
			return
		}
		_, _, names := syscall.ParseDirent(buffer[:n], -1, nil)
		for _, name := range names {
			if pid := number(name); pid > 0 {
				visit(pid)
			}
		}
	}
}

// parentOf returns the ID of a process's parent; 0 when there is none.
func parentOf(pid int) int {
	file, err := syscall.Open("/proc/"+text(pid)+"/stat", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return 0
	}
	defer syscall.Close(file)
	buffer := make([]byte, 512)
	n, _ := syscall.Read(file, buffer)
	return parentIn(string(buffer[:max0(n)]))
}

// parentIn reads the parent's ID from the text of /proc/PID/stat. The program's name stands in parentheses
// and may contain any character, so the search begins at the last one.
func parentIn(stat string) int {
	at := len(stat) - 1
	for at >= 0 && stat[at] != ')' {
		at--
	}
	// The text continues with ") S 123 …".
	if at < 0 || len(stat) < at+5 {
		return 0
	}
	end := at + 4
	for end < len(stat) && stat[end] != ' ' {
		end++
	}
	return number(stat[at+4 : end])
}

// endWithKedge waits until Kedge closes its end of standard input, and kills the action after the grace.
func endWithKedge(action int) {
	type pollFd struct {
		fd              int32
		events, revents int16
	}
	const hup, bad = 0x10, 0x20 | 0x08
	for {
		input := pollFd{fd: 0}
		_, _, fault := syscall.Syscall6(syscall.SYS_PPOLL, uintptr(unsafe.Pointer(&input)), 1, 0, 0, 0, 0)
		if input.revents&(hup|bad) != 0 {
			break
		}
		if fault != 0 && fault != syscall.EINTR {
			return
		}
	}
	sleep(grace)
	burying.Lock()
	defer burying.Unlock()
	if !buried {
		_ = syscall.Kill(action, syscall.SIGKILL)
	}
}

// exitAs ends the anchor with the action's exit status, or by the same signal.
func exitAs(status syscall.WaitStatus) {
	if status.Signaled() {
		_ = syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{})
		var byDefault [16]uintptr
		_, _, _ = syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, uintptr(status.Signal()),
			uintptr(unsafe.Pointer(&byDefault)), 0, 8, 0, 0)
		_ = syscall.Kill(syscall.Getpid(), status.Signal())
		sleep(1)
		syscall.Exit(128 + int(status.Signal()))
	}
	syscall.Exit(status.ExitStatus())
}

func sleep(seconds int64) {
	left := syscall.NsecToTimespec(seconds * 1e9)
	for syscall.Nanosleep(&left, &left) == syscall.EINTR {
	}
}

// number reads a decimal number; it returns 0 for any other text.
func number(text string) int {
	value := 0
	for i := 0; i < len(text); i++ {
		if text[i] < '0' || text[i] > '9' || i > 9 {
			return 0
		}
		value = value*10 + int(text[i]-'0')
	}
	return value
}

// text writes a positive number. Package strconv would be initialised too late.
func text(value int) string {
	digits := ""
	for ; value > 0; value /= 10 {
		digits = string(rune('0'+value%10)) + digits
	}
	return digits
}

func max0(n int) int {
	if n < 0 {
		return 0
	}
	return n
}
