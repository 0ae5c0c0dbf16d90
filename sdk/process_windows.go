package kedge

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
)

var brokenPipe = []os.Signal{syscall.SIGPIPE}

// takeStdin keeps the real standard input for the frames. The action has an empty one. This is the first step
// of a run, so it also puts the action into a job that ends its child processes with it.
func takeStdin() io.Reader {
	joinJob()
	own := os.Stdin
	if null, err := os.OpenFile(os.DevNull, os.O_RDONLY, 0); err == nil {
		os.Stdin = null
	}
	return own
}

// createNoWindow is CREATE_NO_WINDOW of the Windows API, which the package syscall does not name.
const createNoWindow = 0x08000000

// endGroup kills everything that the run started, including this process.
func endGroup() {
	taskkill := filepath.Join(os.Getenv("SystemRoot"), "System32", "taskkill.exe")
	end := exec.Command(taskkill, "/T", "/F", "/PID", strconv.Itoa(os.Getpid()))
	end.SysProcAttr = &syscall.SysProcAttr{HideWindow: true, CreationFlags: createNoWindow}
	_ = end.Run()
	os.Exit(1)
}
