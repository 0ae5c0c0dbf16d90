package action

import (
	"io"
	"os"
	"path/filepath"

	"bundle/lib/words"
	"kedge"
)

// Run uses a shared package, reads a file of the bundle, and finds its standard input empty.
func Run(k *kedge.Ctx) error {
	data, err := os.ReadFile(filepath.Join(k.Dir(), "lib", "data.txt"))
	if err != nil {
		return err
	}
	k.Log(words.Shout(string(data)))
	input, err := io.ReadAll(os.Stdin)
	k.Log(len(input), err)
	return nil
}

/*golden
{
  "answers": [],
  "expected": {
    "ok": true,
    "status": "ok",
    "log": [ { "stream": "log", "text": "a file of the bundle!" }, { "stream": "log", "text": "0 <nil>" } ],
    "shown": []
  }
}
*/
