package anchor

import "syscall"

// Of linux/audit.h and asm/unistd_64.h, where package syscall has no names.
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

// changingHere are older forms of the calls in changing.
var changingHere = [...]uintptr{
	syscall.SYS_CHMOD, syscall.SYS_CHOWN, syscall.SYS_LCHOWN, syscall.SYS_UTIME, syscall.SYS_UTIMES,
	syscall.SYS_FUTIMESAT,
}
