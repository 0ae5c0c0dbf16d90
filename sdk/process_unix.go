//go:build !windows

package kedge

import (
	"io"
	"os"
	"syscall"
)

var brokenPipe = []os.Signal{syscall.SIGPIPE}

// takeStdin keeps the real standard input for the frames; the action and what it starts find an
// empty one.
func takeStdin() io.Reader {
	own, err := syscall.Dup(0)
	if err != nil {
		own = 0
	} else {
		syscall.CloseOnExec(own)
	}
	if null, err := os.OpenFile(os.DevNull, os.O_RDONLY, 0); err == nil {
		if own != 0 {
			_ = replaceFd(int(null.Fd()), 0)
		}
		os.Stdin = null
	}
	return os.NewFile(uintptr(own), "kedge")
}

// endGroup kills what the run started and left in its group, this process last. On Linux the anchor ends the rest.
func endGroup() {
	if syscall.Getpgrp() == syscall.Getpid() {
		_ = syscall.Kill(-syscall.Getpid(), syscall.SIGKILL)
	}
	os.Exit(1)
}
