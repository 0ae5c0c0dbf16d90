package action

import (
	"testing"
	"time"

	"kedge/kedgetest"
)

func TestCountsDown(t *testing.T) {
	host := kedgetest.Host{Answers: []any{"1s"}}
	begin := time.Now()
	got := host.Run(Run)
	if got.Err != nil {
		t.Fatal(got.Err)
	}
	if passed := time.Since(begin); passed < time.Second || passed > 5*time.Second {
		t.Errorf("took %v", passed)
	}
	if last := got.Shown[len(got.Shown)-1]; last["message"] != "Time is up after 1s." {
		t.Errorf("said %v", last["message"])
	}
}

func TestAClickAddsAMinuteAndStopEnds(t *testing.T) {
	host := kedgetest.Host{Answers: []any{"1s"}}
	labels := []any{}
	host.OnShow = func(shown kedgetest.Shown) {
		if shown["kind"] != "button" || shown["label"] == nil {
			return
		}
		if labels = append(labels, shown["label"]); len(labels) == 1 {
			host.Click()
		} else if shown["label"] != "0:01" {
			host.Stop()
		}
	}
	if got := host.Run(Run); got.Status != "stopped" {
		t.Errorf("status %s, error %v, labels %v", got.Status, got.Err, labels)
	}
}

func TestRefusesWhatIsNoTime(t *testing.T) {
	host := kedgetest.Host{Answers: []any{"soon"}}
	if got := host.Run(Run); got.Status != "failed" {
		t.Errorf("status %s", got.Status)
	}
}

func TestClock(t *testing.T) {
	for left, wanted := range map[time.Duration]string{
		0: "0:00", 9 * time.Second: "0:09", 65 * time.Second: "1:05", 2*time.Hour + time.Second: "2:00:01",
	} {
		if got := clock(left); got != wanted {
			t.Errorf("clock(%v) is %s, not %s", left, got, wanted)
		}
	}
}
