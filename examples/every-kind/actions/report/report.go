package action

import "kedge"

// Run shows a page. Scripts and what would be loaded from elsewhere are taken out of it.
func Run(k *kedge.Ctx) error {
	return k.ShowHTML(kedge.HTMLReport{
		Title: "Stock of " + k.Config("team"), Width: 520, Height: 300, ShowPrint: true, ShowOpenInBrowser: true,
		HTML: `<style>td,th{padding:4px 16px 4px 0;text-align:left}</style>
<h2>Stock</h2>
<table><tr><th>Article</th><th>Left</th><th></th></tr>
<tr><td>Anchor</td><td>12</td><td><svg width="120" height="10"><rect width="60" height="10" fill="#1a5fb4"/></svg></td></tr>
<tr><td>Rope</td><td>3</td><td><svg width="120" height="10"><rect width="15" height="10" fill="#b4501a"/></svg></td></tr>
</table>`,
	})
}
