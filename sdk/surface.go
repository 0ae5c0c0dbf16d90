package kedge

import (
	"math"

	"kedge/internal/wire"
)

// Toast shows a small message without waiting and gives its id.
func (k *Ctx) Toast(options ToastOptions) string {
	id := k.nextToast()
	k.UpdateToast(id, options)
	return id
}

// UpdateToast replaces what a toast says; a toast that is gone comes back.
func (k *Ctx) UpdateToast(id string, options ToastOptions) {
	level := options.Type
	if !contains([]string{"info", "success", "warning", "error", "loading"}, level) {
		level = "info"
	}
	k.host.Note("toast", wire.Toast{
		Toast: id, Type: level, Title: options.Title, Message: options.Message,
		Duration: int(math.Max(0, math.Min(86_400, float64(options.Duration)))),
	})
}

// DismissToast takes a toast away.
func (k *Ctx) DismissToast(id string) { k.host.Note("dismissToast", wire.DismissToast{Toast: id}) }

// ShowProgress shows that the run is under way, at first without saying how far.
func (k *Ctx) ShowProgress(options ProgressOptions) {
	k.host.Note("showProgress", wire.ShowProgress{
		Title: options.Title, Label: options.Label, Cancelable: options.Cancelable,
	})
}

// UpdateProgress says how far the run is, from 0 to 1, and what it does. What is no number means: not known.
func (k *Ctx) UpdateProgress(fraction float64, label string) {
	k.host.Note("updateProgress", wire.UpdateProgress{Fraction: clamp(fraction), Label: label})
}

// HideProgress takes the progress away.
func (k *Ctx) HideProgress() { k.host.Note("hideProgress", wire.None{}) }

// SetButtonLabel changes the text of the running button.
func (k *Ctx) SetButtonLabel(label string) {
	k.host.Note("buttonLabel", wire.ButtonLabel{Label: label})
}

// SetButtonProgress moves the ring of the running button, from 0 to 1.
func (k *Ctx) SetButtonProgress(fraction float64) {
	if known := clamp(fraction); known != nil {
		k.host.Note("buttonProgress", wire.ButtonProgress{Fraction: known})
	}
}

// HideButtonProgress takes the ring away.
func (k *Ctx) HideButtonProgress() { k.host.Note("buttonProgress", wire.ButtonProgress{}) }

// ResetButton gives the button its own label back and takes the ring away.
func (k *Ctx) ResetButton() { k.host.Note("resetButton", wire.None{}) }

// ButtonClicks gives the clicks on the running button. From the first call on, a click no longer
// means Stop. The channel stays open when the run ends: wait for [Ctx.Context] as well.
func (k *Ctx) ButtonClicks() <-chan struct{} {
	k.clickable.Do(func() { k.host.Note("buttonClicks", wire.None{}) })
	return k.clicks
}

// clamp brings a fraction into 0 to 1; nil when it is no number.
func clamp(fraction float64) *float64 {
	if math.IsNaN(fraction) {
		return nil
	}
	fraction = math.Max(0, math.Min(1, fraction))
	return &fraction
}
