package anchor

import (
	"os"
	"testing"
)

func TestParentIn(t *testing.T) {
	for stat, want := range map[string]int{
		"12 (sleep) S 1 12 12 0":      1,
		"12 (a) b) (c) R 4711 12 12":  4711,
		"12 (sleep) Z 77 12 12 0":     77,
		"12 (sleep) S":                0,
		"":                            0,
		"12 (sleep) S 99999999999 12": 0,
	} {
		if got := parentIn(stat); got != want {
			t.Errorf("parentIn(%q) is %d, not %d", stat, got, want)
		}
	}
}

func TestNumber(t *testing.T) {
	for given, want := range map[string]int{"1": 1, "4194304": 4194304, "": 0, "self": 0, "12a": 0, "-1": 0} {
		if got := number(given); got != want {
			t.Errorf("number(%q) is %d, not %d", given, got, want)
		}
	}
	for _, value := range []int{1, 10, 4194304} {
		if got := number(text(value)); got != value {
			t.Errorf("number(text(%d)) is %d", value, got)
		}
	}
}

func TestEachProcess(t *testing.T) {
	own, parent := os.Getpid(), 0
	eachProcess(func(pid int) {
		if pid == own {
			parent = parentOf(pid)
		}
	})
	if parent != os.Getppid() {
		t.Errorf("the parent of this process is %d, not %d", parent, os.Getppid())
	}
}
