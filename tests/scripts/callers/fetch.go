package action

import (
	"encoding/json"
	"net/http"

	"kedge"
)

// Run requests each address that it is given, directly and in its sandbox, and logs the answers.
func Run(k *kedge.Ctx) error {
	text, _, err := k.Ask(kedge.InputRequest{Title: "What", Label: "What"})
	if err != nil {
		return err
	}
	var all map[string]struct {
		Address, Method string
		Headers         map[string]string
	}
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		return err
	}
	client := k.HTTP()
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	said := map[string]int{}
	for name, one := range all {
		request, err := http.NewRequestWithContext(k.Context(), one.Method, one.Address, nil)
		if err != nil {
			return err
		}
		for header, value := range one.Headers {
			request.Header.Set(header, value)
		}
		response, err := client.Do(request)
		if err != nil {
			return err
		}
		response.Body.Close()
		said[name] = response.StatusCode
	}
	out, err := json.Marshal(said)
	k.Log(string(out))
	return err
}
