package action

import (
	"io"
	"net/http"
	"net/http/httptest"

	"kedge"
)

// Run makes a request with a context that ends with the run.
func Run(k *kedge.Ctx) error {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "served")
	}))
	defer server.Close()
	response, err := k.HTTP().Get(server.URL)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	k.Log(string(body), err)
	return nil
}

/*golden
{
  "answers": [],
  "expected": { "ok": true, "status": "ok", "log": [ { "stream": "log", "text": "served <nil>" } ], "shown": [] }
}
*/
