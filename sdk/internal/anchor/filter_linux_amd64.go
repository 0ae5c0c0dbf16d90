package anchor

import "syscall"

// Constants of linux/audit.h and asm/unistd_64.h that package syscall lacks.
const (
	ownArch             = 0xc000003e
	numberSeccomp       = 317
	numberExecveat      = 322
	numberProcessVMRead = 310
	numberBpf           = 321
	numberUserfaultfd   = 323
	numberKcmp          = 312
	numberSetns         = 308
	numberOpenByHandle  = 304
)

// changingHere lists older forms of the calls in changing.
var changingHere = [...]uintptr{
	syscall.SYS_CHMOD, syscall.SYS_CHOWN, syscall.SYS_LCHOWN, syscall.SYS_UTIME, syscall.SYS_UTIMES,
	syscall.SYS_FUTIMESAT,
}

// opens lists the calls that open a file.
var opens = [...]opening{{syscall.SYS_OPENAT, 2}, {syscall.SYS_OPEN, 1}}
