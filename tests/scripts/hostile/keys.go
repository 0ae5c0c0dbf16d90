package action

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"

	"kedge"
)

// Run looks for credentials wherever a program of the same user can see some.
func Run(k *kedge.Ctx) error {
	wanted := []byte(strings.ToUpper(k.Config("mark")))
	shown, found := 0, 0
	files, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		return err
	}
	for _, file := range files {
		environ, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		shown++
		if bytes.Contains(environ, wanted) {
			found++
		}
	}
	k.Log("processes", shown > 2, found)
	for _, name := range []string{"AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE"} {
		_, err := os.Stat(os.Getenv(name))
		k.Log(name, os.IsNotExist(err))
	}
	k.Log("metadata", os.Getenv("AWS_EC2_METADATA_DISABLED"), os.Getenv("AWS_PROFILE") == "")
	return nil
}
