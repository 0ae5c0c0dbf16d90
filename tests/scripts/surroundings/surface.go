package action

import (
	"math"

	"kedge"
)

// Run uses every call that does not wait.
func Run(k *kedge.Ctx) error {
	id := k.Toast(kedge.ToastOptions{Type: "loading", Title: "Working", Message: "soon", Duration: 9})
	k.UpdateToast(id, kedge.ToastOptions{Type: "success", Title: "Done"})
	k.DismissToast(id)
	k.Toast(kedge.ToastOptions{Type: "fancy", Message: "unknown types are info"})
	k.ShowProgress(kedge.ProgressOptions{Title: "Copying", Label: "first", Cancelable: true})
	k.UpdateProgress(0.5, "half")
	k.UpdateProgress(math.NaN(), "unknown")
	k.UpdateProgress(7, "over")
	k.HideProgress()
	k.UpdateProgress(0.25, "alone")
	k.SetButtonLabel("1 of 2")
	k.SetButtonProgress(0.5)
	k.SetButtonProgress(math.Inf(1))
	k.SetButtonProgress(math.NaN())
	k.HideButtonProgress()
	clicks := k.ButtonClicks()
	if k.ButtonClicks() != clicks {
		k.Log("two channels")
	}
	k.ResetButton()
	return nil
}

/*golden
{
  "answers": [],
  "expected": {
    "ok": true,
    "status": "ok",
    "log": [],
    "shown": [
      {
        "kind": "toast",
        "id": "toast-1",
        "type": "loading",
        "title": "Working",
        "message": "soon",
        "duration": 9
      },
      { "kind": "toast", "id": "toast-1", "type": "success", "title": "Done", "message": "", "duration": 0 },
      { "kind": "toast", "id": "toast-1", "dismissed": true },
      {
        "kind": "toast",
        "id": "toast-2",
        "type": "info",
        "title": "",
        "message": "unknown types are info",
        "duration": 0
      },
      { "kind": "progress", "title": "Copying", "label": "first", "cancelable": true, "fraction": null },
      { "kind": "progress", "title": "Copying", "label": "half", "cancelable": true, "fraction": 0.5 },
      { "kind": "progress", "title": "Copying", "label": "unknown", "cancelable": true, "fraction": null },
      { "kind": "progress", "title": "Copying", "label": "over", "cancelable": true, "fraction": 1 },
      { "kind": "progress", "hidden": true },
      { "kind": "progress", "title": "", "cancelable": false, "label": "alone", "fraction": 0.25 },
      { "kind": "button", "takesClicks": false, "label": "1 of 2" },
      { "kind": "button", "takesClicks": false, "label": "1 of 2", "progress": 0.5 },
      { "kind": "button", "takesClicks": false, "label": "1 of 2", "progress": 1 },
      { "kind": "button", "takesClicks": false, "label": "1 of 2" },
      { "kind": "button", "takesClicks": true, "label": "1 of 2" },
      { "kind": "button", "takesClicks": true }
    ]
  }
}
*/
