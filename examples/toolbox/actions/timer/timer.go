// Package action counts down on its own button. It shows a question with a pattern, progress that
// can be cancelled, a button that takes clicks, and how a run may last longer than a minute: each
// call of the button or the progress sets the run's clock back.
package action

import (
	"fmt"
	"time"

	"kedge"
)

// Run asks for a time, and waits it out.
func Run(k *kedge.Ctx) error {
	text, ok, err := k.Ask(kedge.InputRequest{
		Title: "Timer", Label: "How long", Default: "5m", Placeholder: "90s, 5m or 1h30m",
		Required: true, Pattern: `(\d+h)?(\d+m)?(\d+s)?`,
	})
	if err != nil || !ok {
		return err
	}
	length, err := time.ParseDuration(text)
	if err != nil {
		return fmt.Errorf("how long: %w", err)
	}

	k.ShowProgress(kedge.ProgressOptions{Title: "Timer", Label: clock(length), Cancelable: true})
	clicks := k.ButtonClicks()
	ticks := time.NewTicker(time.Second)
	defer ticks.Stop()
	begin, end := time.Now(), time.Now().Add(length)
	for {
		left := time.Until(end)
		if left <= 0 {
			break
		}
		gone := float64(time.Since(begin)) / float64(end.Sub(begin))
		k.SetButtonLabel(clock(left))
		k.SetButtonProgress(gone)
		k.UpdateProgress(gone, clock(left))
		select {
		case <-ticks.C:
		case <-time.After(left):
		case <-clicks:
			end = end.Add(time.Minute)
		case <-k.Context().Done():
			return kedge.ErrCancelled
		}
	}
	k.HideProgress()
	k.ResetButton()
	return k.Alert(fmt.Sprintf("Time is up after %s.", end.Sub(begin).Round(time.Second)))
}

// clock writes 65 s as 1:05.
func clock(left time.Duration) string {
	seconds := int(left.Round(time.Second).Seconds())
	if seconds >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
	}
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}
