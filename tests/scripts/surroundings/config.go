package action

import "kedge"

// Run reads the merged config in every way.
func Run(k *kedge.Ctx) error {
	for _, key := range []string{"text", "number", "big", "yes", "none", "list", "deep", "missing"} {
		k.Logf("%s %q", key, k.Config(key))
	}
	for _, key := range []string{"text", "number", "none", "deep", "missing"} {
		value, ok := k.ConfigValue(key)
		k.Logf("%s %T %v %v", key, value, value, ok)
	}
	var into struct {
		Number float64
		Yes    bool
		Deep   struct {
			K struct {
				N int `json:"n"`
			} `json:"k"`
		} `json:"deep"`
	}
	if err := k.ConfigInto(&into); err != nil {
		return err
	}
	k.Log(into.Number, into.Yes, into.Deep.K.N)
	var wrong struct{ Number string }
	k.Log("wrong:", k.ConfigInto(&wrong) != nil)
	k.Log("raw:", len(k.ConfigRaw()) > 0, string(k.ConfigRaw()[:1]))
	return nil
}

/*golden
{
  "config": {
    "text": "t",
    "number": 1.5,
    "big": 1e+21,
    "yes": true,
    "none": null,
    "list": [ 1, "b" ],
    "deep": { "k": { "n": 2 } }
  },
  "answers": [],
  "expected": {
    "ok": true,
    "status": "ok",
    "log": [
      { "stream": "log", "text": "text \"t\"" },
      { "stream": "log", "text": "number \"1.5\"" },
      { "stream": "log", "text": "big \"1e+21\"" },
      { "stream": "log", "text": "yes \"true\"" },
      { "stream": "log", "text": "none \"\"" },
      { "stream": "log", "text": "list \"[1,\\\"b\\\"]\"" },
      { "stream": "log", "text": "deep \"{\\\"k\\\":{\\\"n\\\":2}}\"" },
      { "stream": "log", "text": "missing \"\"" },
      { "stream": "log", "text": "text string t true" },
      { "stream": "log", "text": "number float64 1.5 true" },
      { "stream": "log", "text": "none <nil> <nil> true" },
      { "stream": "log", "text": "deep map[string]interface {} map[k:map[n:2]] true" },
      { "stream": "log", "text": "missing <nil> <nil> false" },
      { "stream": "log", "text": "1.5 true 2" },
      { "stream": "log", "text": "wrong: true" },
      { "stream": "log", "text": "raw: true {" }
    ],
    "shown": []
  }
}
*/
