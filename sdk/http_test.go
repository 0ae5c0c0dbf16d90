package kedge

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestHTTPEndsItsRequestsWithTheRun(t *testing.T) {
	for name, path := range map[string]string{"a body": "/body", "an upgraded connection": "/upgrade"} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(serveOrUpgrade))
			defer server.Close()
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			client := (&Ctx{ctx: ctx}).HTTP()
			request, _ := http.NewRequest("GET", server.URL+path, nil)
			request.Header.Set("Connection", "Upgrade")
			request.Header.Set("Upgrade", "echo")
			response, err := client.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			reader := bufio.NewReader(response.Body)
			if writer, ok := response.Body.(io.Writer); ok != (path == "/upgrade") {
				t.Fatalf("the body of a %s is a writer: %v", response.Status, ok)
			} else if ok {
				io.WriteString(writer, "hello\n")
			}
			if line, err := reader.ReadString('\n'); line != "hello\n" {
				t.Fatalf("read %q, %v", line, err)
			}
			cancel()
			if line, err := reader.ReadString('\n'); err == nil {
				t.Errorf("after the run %q came", line)
			}
			if _, err := client.Get(server.URL); !errors.Is(err, context.Canceled) {
				t.Errorf("a request after the run: %v", err)
			}
			client.CloseIdleConnections()
		})
	}
}

// serveOrUpgrade sends a greeting and waits until the client disconnects; after an upgrade it echoes its
// input.
func serveOrUpgrade(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/upgrade" {
		io.WriteString(w, "hello\n")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
		return
	}
	connection, buffered, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	defer connection.Close()
	io.WriteString(connection, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n")
	io.Copy(connection, buffered)
}
