//go:build amd64 || arm64

package anchor

import (
	"syscall"
	"testing"
)

const (
	refused = verdictErrno | uint32(syscall.EPERM)
	unknown = verdictErrno | uint32(syscall.ENOSYS)
)

// verdict returns what a filter says of a call.
func verdict(program []instruction, number uint32, arguments [6]uint32) uint32 {
	words := map[uint32]uint32{dataNumber: number, dataArch: ownArch}
	for at, argument := range arguments {
		words[dataArguments+8*uint32(at)] = argument
	}
	value := uint32(0)
	for at := 0; ; at++ {
		one, jumps := program[at], false
		switch one.code {
		case loadWord:
			value = words[one.value]
			continue
		case keepBits:
			value &= one.value
			continue
		case giveBack:
			return one.value
		case jumpEqual:
			jumps = value == one.value
		case jumpAtLeast:
			jumps = value >= one.value
		case jumpAnyBit:
			jumps = value&one.value != 0
		}
		if jumps {
			at += int(one.isTrue)
		} else {
			at += int(one.isFals)
		}
	}
}

func TestCallsThatCutFiles(t *testing.T) {
	defer func(before string) { allowed = before }(allowed)
	for _, one := range []struct {
		allowed      string
		landlock     uintptr
		number, want uint32
	}{
		{"none", 0, syscall.SYS_TRUNCATE, refused},
		{"none", 2, syscall.SYS_TRUNCATE, refused},
		{"none", 3, syscall.SYS_TRUNCATE, verdictAllow},
		{"write", 2, syscall.SYS_TRUNCATE, verdictAllow},
		{"none", 2, syscall.SYS_FTRUNCATE, verdictAllow},
		{"none", 2, numberOpenat2, unknown},
		{"none", 3, numberOpenat2, verdictAllow},
		{"write", 2, numberOpenat2, verdictAllow},
		{"none", 2, syscall.SYS_FCHMOD, refused},
		{"none", 2, syscall.SYS_SOCKET, verdictErrno | uint32(syscall.EACCES)},
		{"none", 2, syscall.SYS_READ, verdictAllow},
	} {
		allowed = one.allowed
		if got := verdict(calls(one.landlock), one.number, [6]uint32{}); got != one.want {
			t.Errorf("%+v gives %#x", one, got)
		}
	}
}

func TestCallsThatChangeAttributes(t *testing.T) {
	defer func(before string) { allowed = before }(allowed)
	for _, one := range []struct {
		allowed              string
		number, second, want uint32
	}{
		{"none", 469, 0, refused},
		{"write", 469, 0, verdictAllow},
		{"none", syscall.SYS_IOCTL, setFlags, refused},
		{"none", syscall.SYS_IOCTL, setAttributes, refused},
		{"none", syscall.SYS_IOCTL, syscall.TCGETS, verdictAllow},
		{"write", syscall.SYS_IOCTL, setFlags, verdictAllow},
	} {
		allowed = one.allowed
		if got := verdict(calls(3), one.number, [6]uint32{1: one.second}); got != one.want {
			t.Errorf("%+v gives %#x", one, got)
		}
	}
}

func TestCallsThatOpenFiles(t *testing.T) {
	defer func(before string) { allowed = before }(allowed)
	for _, one := range []struct {
		allowed     string
		landlock    uintptr
		flags, want uint32
	}{
		{"none", 2, syscall.O_TRUNC, refused},
		{"read", 2, syscall.O_TRUNC | syscall.O_CREAT | syscall.O_CLOEXEC, refused},
		{"none", 2, syscall.O_TRUNC | syscall.O_ACCMODE, refused},
		{"read", 2, syscall.O_RDONLY | syscall.O_CLOEXEC, verdictAllow},
		{"none", 2, syscall.O_TRUNC | syscall.O_WRONLY | syscall.O_CREAT, verdictAllow},
		{"none", 2, syscall.O_TRUNC | syscall.O_RDWR | syscall.O_CREAT, verdictAllow},
		{"read", 3, syscall.O_TRUNC, verdictAllow},
		{"read,write", 2, syscall.O_TRUNC, verdictAllow},
	} {
		allowed = one.allowed
		for _, open := range opens {
			arguments := [6]uint32{}
			arguments[open.flags] = one.flags
			if got := verdict(calls(one.landlock), open.number, arguments); got != one.want {
				t.Errorf("call %d with %+v gives %#x", open.number, one, got)
			}
		}
	}
}
