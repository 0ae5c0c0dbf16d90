package action

import (
	"fmt"
	"time"

	"kedge"
)

// Run is a button with a life of its own: its text is the time, a click takes a lap.
func Run(k *kedge.Ctx) error {
	begin := time.Now()
	clicks := k.ButtonClicks()
	for lap := 1; lap <= 3; {
		gone := time.Since(begin)
		k.SetButtonLabel(fmt.Sprintf("Lap %d · %.0f s", lap, gone.Seconds()))
		k.SetButtonProgress(float64(lap-1) / 3)
		select {
		case <-clicks:
			k.Logf("lap %d after %.1f s", lap, gone.Seconds())
			lap++
		case <-time.After(time.Second):
		case <-k.Context().Done():
			return kedge.ErrCancelled
		}
	}
	return nil
}
