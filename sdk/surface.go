package kedge

import (
	"fmt"
	"math"

	"kedge/internal/wire"
)

// Toast shows a small message without waiting and returns its ID.
func (k *Ctx) Toast(options ToastOptions) string {
	id := fmt.Sprintf("toast-%d", k.toasts.Add(1))
	k.UpdateToast(id, options)
	return id
}

// UpdateToast replaces the content of a toast; a toast that has disappeared is shown again. An empty ID is no
// toast's.
func (k *Ctx) UpdateToast(id string, options ToastOptions) {
	if !isToastID(id) {
		k.Log("kedge: UpdateToast: the ID is empty or too long")
		return
	}
	level := options.Type
	if !contains([]string{"info", "success", "warning", "error", "loading"}, level) {
		level = "info"
	}
	k.host.Note("toast", wire.Toast{
		Toast: id, Type: level, Title: options.Title, Message: options.Message,
		Duration: int(math.Max(0, math.Min(86_400, float64(options.Duration)))),
	})
}

// DismissToast removes a toast. An empty ID is no toast's, so that nothing happens.
func (k *Ctx) DismissToast(id string) {
	if isToastID(id) {
		k.host.Note("dismissToast", wire.DismissToast{Toast: id})
	}
}

func isToastID(id string) bool { return fits(limited{"it", id, mostToastID}) == nil }

// ShowProgress shows the progress of the run, at first without a fraction.
func (k *Ctx) ShowProgress(options ProgressOptions) {
	k.host.Note("showProgress", wire.ShowProgress{
		Title: options.Title, Label: options.Label, Cancelable: options.Cancelable,
	})
}

// UpdateProgress sets how far the run is, from 0 to 1, and a label. NaN means that the fraction is unknown.
func (k *Ctx) UpdateProgress(fraction float64, label string) {
	k.host.Note("updateProgress", wire.UpdateProgress{Fraction: clamp(fraction), Label: label})
}

// HideProgress hides the progress.
func (k *Ctx) HideProgress() { k.host.Note("hideProgress", wire.None{}) }

// SetButtonLabel changes the text of the running button.
func (k *Ctx) SetButtonLabel(label string) {
	k.host.Note("buttonLabel", wire.ButtonLabel{Label: label})
}

// SetButtonProgress sets the ring of the running button, from 0 to 1.
func (k *Ctx) SetButtonProgress(fraction float64) {
	if known := clamp(fraction); known != nil {
		k.host.Note("buttonProgress", wire.ButtonProgress{Fraction: known})
	}
}

// HideButtonProgress hides the ring.
func (k *Ctx) HideButtonProgress() { k.host.Note("buttonProgress", wire.ButtonProgress{}) }

// ResetButton restores the button's own label and hides the ring.
func (k *Ctx) ResetButton() { k.host.Note("resetButton", wire.None{}) }

// ButtonClicks returns a channel of clicks on the running button. After the first call, a click no longer
// means Stop. The channel stays open when the run ends, so wait for [Ctx.Context] too.
func (k *Ctx) ButtonClicks() <-chan struct{} {
	k.clickable.Do(func() { k.host.Note("buttonClicks", wire.None{}) })
	return k.clicks
}

// clamp limits a fraction to 0 to 1; it returns nil for NaN.
func clamp(fraction float64) *float64 {
	if math.IsNaN(fraction) {
		return nil
	}
	fraction = math.Max(0, math.Min(1, fraction))
	return &fraction
}
