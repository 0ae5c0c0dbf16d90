//go:build !windows && !linux

package kedge

import "syscall"

func replaceFd(from, to int) error { return syscall.Dup2(from, to) }
