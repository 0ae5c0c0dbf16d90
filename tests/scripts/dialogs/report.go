package action

import "kedge"

// Run shows a report.
func Run(k *kedge.Ctx) error {
	return k.ShowHTML(kedge.HTMLReport{
		Title: "Costs", HTML: "<h1>Costs</h1><table><tr><td>a</td><td>1 &lt; 2</td></tr></table>",
		Width: 800, Height: -1, ShowPrint: true, ShowOpenInBrowser: true,
	})
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
        "kind": "html",
        "title": "Costs",
        "html": "<h1>Costs</h1><table><tr><td>a</td><td>1 &lt; 2</td></tr></table>",
        "width": 800,
        "height": 0,
        "showPrint": true,
        "showOpenInBrowser": true
      }
    ]
  }
}
*/
