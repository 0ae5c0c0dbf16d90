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

// takeStdin keeps the real standard input for the frames; the action finds an empty one. It is the first thing
// of a run, and so also ties what the action will start to the action's own life.
func takeStdin() io.Reader {
	joinJob()
	own := os.Stdin
	if null, err := os.OpenFile(os.DevNull, os.O_RDONLY, 0); err == nil {
		os.Stdin = null
	}
	return own
}

// endGroup kills everything the run started, this process included.
func endGroup() {
	taskkill := filepath.Join(os.Getenv("SystemRoot"), "System32", "taskkill.exe")
	_ = exec.Command(taskkill, "/T", "/F", "/PID", strconv.Itoa(os.Getpid())).Run()
	os.Exit(1)
}
