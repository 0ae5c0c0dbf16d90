package action

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"syscall"
	"time"
	"unsafe"

	"kedge"
)

// what contains the test's parameters: places outside of the action's folder, and a process.
var what struct {
	Folder, Tcp, Unix, Abstract string
	Pid                         int
}

// init runs before Run, as early as code of a bundle can.
func init() {
	if os.Getenv("TEST_INNER") != "" {
		// This is the copy that it started itself.
		os.Exit(0)
	}
	os.Setenv("TEST_INNER", "1")
	if err := json.Unmarshal([]byte(os.Getenv("TEST_SANDBOX")), &what); err != nil {
		panic(err)
	}
	said := map[string]string{}
	try := func(name string, attempt func() error) {
		err := attempt()
		var fault syscall.Errno
		switch {
		case err == nil:
			said[name] = "done"
		case errors.As(err, &fault) && (fault == syscall.EPERM || fault == syscall.EACCES):
			said[name] = "refused"
		default:
			said[name] = err.Error()
		}
	}
	outside := func(name string) string { return filepath.Join(what.Folder, name) }
	call := func(number uintptr, arguments ...uintptr) error {
		var all [6]uintptr
		copy(all[:], arguments)
		if _, _, fault := syscall.RawSyscall6(number, all[0], all[1], all[2], all[3], all[4], all[5]); fault != 0 {
			return fault
		}
		return nil
	}
	try("read a file", func() error { _, err := os.ReadFile(outside("secret")); return err })
	try("list a folder", func() error { _, err := os.ReadDir(what.Folder); return err })
	try("read another's environment", func() error {
		_, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", what.Pid))
		return err
	})
	try("write a file", func() error {
		file, err := os.OpenFile(outside("written"), os.O_WRONLY, 0)
		if err == nil {
			err = file.Close()
		}
		return err
	})
	try("make a file", func() error { return os.WriteFile(outside("made"), nil, 0o600) })
	try("make a folder", func() error { return os.Mkdir(outside("folder"), 0o700) })
	try("link", func() error { return os.Symlink("/", outside("link")) })
	try("cut a file", func() error { return os.Truncate(outside("written"), 0) })
	cut := func(flags int) func() error {
		return func() error {
			file, err := syscall.Open(outside("written"), flags|syscall.O_TRUNC, 0)
			if err == nil {
				err = syscall.Close(file)
			}
			return err
		}
	}
	try("cut a file to read", cut(syscall.O_RDONLY))
	try("cut a file to neither read nor write", cut(syscall.O_ACCMODE))
	try("change a mode", func() error { return os.Chmod(outside("written"), 0o644) })
	try("change a time", func() error { return os.Chtimes(outside("written"), time.Now(), time.Now()) })
	try("rename", func() error { return os.Rename(outside("old"), outside("new")) })
	try("remove", func() error { return os.Remove(outside("gone")) })
	try("start a program", func() error { return exec.Command("/bin/true").Run() })
	try("start itself", func() error { return exec.Command("/proc/self/exe").Run() })
	try("start from memory", func() error {
		program, err := os.ReadFile("/proc/self/exe")
		if err != nil {
			return err
		}
		name := []byte("m\x00")
		file, _, fault := syscall.RawSyscall(memfdCreate, uintptr(unsafe.Pointer(&name[0])), 0, 0)
		if fault != 0 {
			return fault
		}
		if _, err := syscall.Write(int(file), program); err != nil {
			return err
		}
		return exec.Command(fmt.Sprintf("/proc/self/fd/%d", file)).Run()
	})
	dial := func(network, address string) func() error {
		return func() error {
			connection, err := net.Dial(network, address)
			if err == nil {
				connection.Close()
			}
			return err
		}
	}
	try("connect", dial("tcp", what.Tcp))
	try("listen", func() error {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err == nil {
			listener.Close()
		}
		return err
	})
	try("send", dial("udp", "127.0.0.1:9"))
	try("list interfaces", func() error { _, err := net.Interfaces(); return err })
	try("call a Unix socket", dial("unix", what.Unix))
	try("call an abstract socket", dial("unix", "@"+what.Abstract))
	try("see a raw packet", func() error {
		return call(syscall.SYS_SOCKET, syscall.AF_PACKET, syscall.SOCK_RAW, 0)
	})
	try("signal", func() error { return syscall.Kill(what.Pid, 0) })
	try("trace", func() error {
		return call(syscall.SYS_PTRACE, 0x4206 /* PTRACE_SEIZE */, uintptr(what.Pid))
	})
	try("limit another", func() error {
		var limit syscall.Rlimit
		return call(syscall.SYS_PRLIMIT64, uintptr(what.Pid), 4, 0, uintptr(unsafe.Pointer(&limit)))
	})
	try("make a namespace", func() error { return call(syscall.SYS_UNSHARE, 0x04000000 /* CLONE_NEWUTS */) })
	try("ring", func() error {
		var params [120]byte
		return call(425 /* io_uring_setup */, 1, uintptr(unsafe.Pointer(&params)))
	})
	try("take off its mark", func() error {
		return syscall.Setrlimit(12 /* RLIMIT_MSGQUEUE */, &syscall.Rlimit{Cur: 819200, Max: 819200})
	})
	try("know its user", func() error { _, err := user.LookupId("0"); return err })
	try("know a zone", func() error { _, err := time.LoadLocation("Europe/Berlin"); return err })
	try("use its folder", func() error {
		if err := os.WriteFile("own", []byte("own"), 0o600); err != nil {
			return err
		}
		_, err := os.ReadFile("own")
		return err
	})
	try("start threads", func() error {
		done := make(chan bool)
		for i := 0; i < 8; i++ {
			go func() {
				runtime.LockOSThread()
				runtime.GC()
				done <- true
			}()
		}
		for i := 0; i < 8; i++ {
			<-done
		}
		return nil
	})
	text, _ := json.Marshal(said)
	fmt.Printf("\nsaid %s\n", text)
	os.Exit(0)
}

// Run is never called.
func Run(*kedge.Ctx) error { return nil }
