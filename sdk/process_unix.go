//go:build !windows

package kedge

import (
	"io"
	"os"
	"syscall"
)

var brokenPipe = []os.Signal{syscall.SIGPIPE}

// takeStdin keeps the real standard input for the frames. The action and its child processes have an empty
// one.
func takeStdin() io.Reader {
	own, err := syscall.Dup(0)
	if err != nil {
		own = 0
	} else {
		syscall.CloseOnExec(own)
	}
	// The functions of package os are not used, because Kedge checks a program's abilities by the
	// functions linked into it.
	if null, err := syscall.Open(os.DevNull, syscall.O_RDONLY|syscall.O_CLOEXEC, 0); err == nil {
		if own != 0 {
			_ = replaceFd(null, 0)
		}
		os.Stdin = os.NewFile(uintptr(null), os.DevNull)
	}
	return os.NewFile(uintptr(own), "kedge")
}

// endGroup kills the processes that the run started and left in its group, and then this process. On Linux
// the anchor ends all others.
func endGroup() {
	if syscall.Getpgrp() == syscall.Getpid() {
		_ = syscall.Kill(-syscall.Getpid(), syscall.SIGKILL)
	}
	os.Exit(1)
}
