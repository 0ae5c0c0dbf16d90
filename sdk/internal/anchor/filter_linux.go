//go:build amd64 || arm64

package anchor

import (
	"syscall"
	"unsafe"
)

// Constants of linux/seccomp.h, linux/filter.h and linux/bpf_common.h.
const (
	setModeFilter   = 1
	actionAvailable = 2
	flagTsync       = 1
	loadWord        = 0x20 // BPF_LD | BPF_W | BPF_ABS
	jumpEqual       = 0x15 // BPF_JMP | BPF_JEQ | BPF_K
	jumpAtLeast     = 0x35 // BPF_JMP | BPF_JGE | BPF_K
	jumpAnyBit      = 0x45 // BPF_JMP | BPF_JSET | BPF_K
	keepBits        = 0x54 // BPF_ALU | BPF_AND | BPF_K
	giveBack        = 0x06 // BPF_RET | BPF_K
	verdictAllow    = 0x7fff0000
	verdictErrno    = 0x00050000
	dataNumber      = 0
	dataArch        = 4
	dataArguments   = 16
	otherAbi        = 0x40000000 // x32 calls of amd64
	newNamespaces   = 0x10000000 | 0x00020000 | 0x20000000 | 0x40000000 | 0x08000000 | 0x04000000 | 0x02000000
	familyInet      = 2
	familyInet6     = 10
	familyNetlink   = 16
	numberClone3    = 435
	numberIoUring   = 425
	numberOpenat2   = 437
	firstMountCall  = 428
	lastMountCall   = 433
	setFlags        = 0x40086602 // FS_IOC_SETFLAGS of linux/fs.h
	setAttributes   = 0x401c5820 // FS_IOC_FSSETXATTR
)

// instruction is one instruction of a filter (struct sock_filter).
type instruction struct {
	code           uint16
	isTrue, isFals uint8
	value          uint32
}

// never lists calls that no review names and that no action in a sandbox needs: other programs, the memory of
// other processes, the kernel's keys, mounts, and ways around a filter.
var never = [...]uintptr{
	syscall.SYS_EXECVE, numberExecveat, syscall.SYS_PTRACE, numberProcessVMRead, numberProcessVMRead + 1,
	438 /* pidfd_getfd */, 440 /* process_madvise */, 448, /* process_mrelease */
	numberIoUring, numberIoUring + 1, numberIoUring + 2,
	numberBpf, syscall.SYS_PERF_EVENT_OPEN, numberUserfaultfd, numberKcmp,
	syscall.SYS_ADD_KEY, syscall.SYS_REQUEST_KEY, syscall.SYS_KEYCTL,
	syscall.SYS_MOUNT, syscall.SYS_UMOUNT2, syscall.SYS_PIVOT_ROOT, syscall.SYS_CHROOT, syscall.SYS_UNSHARE,
	numberSetns, 442, /* mount_setattr */
	numberOpenByHandle, syscall.SYS_PERSONALITY,
	syscall.SYS_SHMGET, syscall.SYS_SHMAT, syscall.SYS_SHMCTL, syscall.SYS_MSGGET, syscall.SYS_MSGSND,
	syscall.SYS_MSGRCV, syscall.SYS_MSGCTL, syscall.SYS_SEMGET, syscall.SYS_SEMOP, syscall.SYS_SEMCTL,
	syscall.SYS_SEMTIMEDOP, syscall.SYS_MQ_OPEN, syscall.SYS_MQ_UNLINK,
	syscall.SYS_INIT_MODULE, syscall.SYS_DELETE_MODULE, syscall.SYS_KEXEC_LOAD, syscall.SYS_REBOOT,
	syscall.SYS_SETTIMEOFDAY, syscall.SYS_CLOCK_SETTIME, syscall.SYS_ADJTIMEX, syscall.SYS_SETHOSTNAME,
	syscall.SYS_SETDOMAINNAME, syscall.SYS_SWAPON, syscall.SYS_SWAPOFF, syscall.SYS_ACCT, syscall.SYS_QUOTACTL,
}

// changing lists calls that change the attributes of a file. Landlock controls only its content.
var changing = [...]uintptr{
	syscall.SYS_FCHMOD, syscall.SYS_FCHMODAT, 452 /* fchmodat2 */, syscall.SYS_FCHOWN, syscall.SYS_FCHOWNAT,
	syscall.SYS_SETXATTR, syscall.SYS_LSETXATTR, syscall.SYS_FSETXATTR, 463, /* setxattrat */
	syscall.SYS_REMOVEXATTR, syscall.SYS_LREMOVEXATTR, syscall.SYS_FREMOVEXATTR, 466, /* removexattrat */
	469 /* file_setattr */, syscall.SYS_UTIMENSAT,
}

// opening is a call that opens a file, with the place of its flags among its arguments.
type opening struct{ number, flags uint32 }

// canFilter tells whether this kernel can refuse calls.
func canFilter() bool {
	verdict := uint32(verdictErrno)
	_, _, fault := syscall.RawSyscall(numberSeccomp, actionAvailable, 0, uintptr(unsafe.Pointer(&verdict)))
	return fault == 0
}

// filter denies the calls that the review did not name to all threads of this process and everything they
// start, as far as this kernel supports that.
func filter() {
	program := calls(landlockVersion())
	whole := struct {
		length uint16
		first  *instruction
	}{uint16(len(program)), &program[0]}
	thread, _, fault := syscall.RawSyscall(numberSeccomp, setModeFilter, flagTsync, uintptr(unsafe.Pointer(&whole)))
	if fault == syscall.ENOSYS || fault == syscall.EINVAL {
		// This kernel has no filters.
		return
	}
	if fault != 0 || thread != 0 {
		escape("seccomp", fault)
	}
}

// calls returns the filter of the calls that the review did not name, for a kernel with that version of
// Landlock.
func calls(landlock uintptr) []instruction {
	deny := func(fault syscall.Errno) instruction {
		return instruction{code: giveBack, value: verdictErrno | uint32(fault)}
	}
	program := []instruction{
		{code: loadWord, value: dataArch},
		{code: jumpEqual, isTrue: 1, value: ownArch},
		deny(syscall.EPERM),
		{code: loadWord, value: dataNumber},
		{code: jumpAtLeast, isFals: 1, value: otherAbi},
		deny(syscall.EPERM),
	}
	refuse := func(number uintptr, fault syscall.Errno) {
		program = append(program, instruction{code: jumpEqual, isFals: 1, value: uint32(number)}, deny(fault))
	}
	for _, number := range never {
		refuse(number, syscall.EPERM)
	}
	for number := uintptr(firstMountCall); number <= lastMountCall; number++ {
		refuse(number, syscall.EPERM)
	}
	if !may("write") {
		for _, number := range changing {
			refuse(number, syscall.EPERM)
		}
		for _, number := range changingHere {
			refuse(number, syscall.EPERM)
		}
		// They set what file_setattr sets, such as that nobody can change a file.
		program = append(program,
			instruction{code: jumpEqual, isFals: 5, value: syscall.SYS_IOCTL},
			instruction{code: loadWord, value: dataArguments + 8},
			instruction{code: jumpEqual, isTrue: 1, value: setFlags},
			instruction{code: jumpEqual, isFals: 1, value: setAttributes},
			deny(syscall.EPERM),
			instruction{code: giveBack, value: verdictAllow},
		)
		// Before version 3 Landlock lets a file be emptied that may not be opened for writing.
		if landlock < 3 {
			refuse(syscall.SYS_TRUNCATE, syscall.EPERM)
			// A filter cannot read the flags of this call. Go's library works without it.
			refuse(numberOpenat2, syscall.ENOSYS)
			program = append(program, emptying(deny)...)
		}
	}
	// Go's runtime works without clone3, whose arguments a filter cannot read.
	refuse(numberClone3, syscall.ENOSYS)
	// A new thread is allowed, a new namespace is not.
	program = append(program,
		instruction{code: jumpEqual, isFals: 4, value: syscall.SYS_CLONE},
		instruction{code: loadWord, value: dataArguments},
		instruction{code: jumpAnyBit, isFals: 1, value: newNamespaces},
		deny(syscall.EPERM),
		instruction{code: giveBack, value: verdictAllow},
	)
	// A process may change only its own limits.
	program = append(program,
		instruction{code: jumpEqual, isFals: 4, value: syscall.SYS_PRLIMIT64},
		instruction{code: loadWord, value: dataArguments},
		instruction{code: jumpEqual, isTrue: 1, value: 0},
		deny(syscall.EPERM),
		instruction{code: giveBack, value: verdictAllow},
	)
	program = append(program, sockets(deny)...)
	return append(program, instruction{code: giveBack, value: verdictAllow})
}

// emptying refuses to open a file with O_TRUNC but without the right to write: Landlock sees whatever opens it
// for writing, such as a file of the run's own folder.
func emptying(deny func(syscall.Errno) instruction) (program []instruction) {
	for _, open := range opens {
		program = append(program,
			instruction{code: jumpEqual, isFals: 6, value: open.number},
			instruction{code: loadWord, value: dataArguments + 8*open.flags},
			instruction{code: keepBits, value: syscall.O_TRUNC | syscall.O_ACCMODE},
			instruction{code: jumpEqual, isTrue: 1, value: syscall.O_TRUNC | syscall.O_RDONLY},
			instruction{code: jumpEqual, isFals: 1, value: syscall.O_TRUNC | syscall.O_ACCMODE},
			deny(syscall.EPERM),
			instruction{code: giveBack, value: verdictAllow},
		)
	}
	return program
}

// sockets refuses the socket families that the review did not name. Unix sockets are always refused, because
// with them a program reaches other programs on this computer, such as the session bus, an SSH agent or a
// container engine.
func sockets(deny func(syscall.Errno) instruction) []instruction {
	var families []uint32
	if may("network") {
		families = append(families, familyInet, familyInet6)
	}
	if may("network") || may("settings") {
		families = append(families, familyNetlink)
	}
	program := []instruction{
		{code: jumpEqual, isFals: uint8(2*len(families) + 2), value: syscall.SYS_SOCKET},
		{code: loadWord, value: dataArguments},
	}
	for _, family := range families {
		program = append(program, instruction{code: jumpEqual, isFals: 1, value: family},
			instruction{code: giveBack, value: verdictAllow})
	}
	return append(program, deny(syscall.EACCES))
}
