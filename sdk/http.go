package kedge

import (
	"context"
	"io"
	"net/http"
)

// HTTP returns a client whose requests end with the run's context.
func (k *Ctx) HTTP() *http.Client {
	k.httpClient.Do(func() {
		k.client = &http.Client{Transport: runTransport{run: k.ctx, next: http.DefaultTransport}}
	})
	return k.client.(*http.Client)
}

// runTransport ends each request when its own context or the run's context ends.
type runTransport struct {
	run  context.Context
	next http.RoundTripper
}

func (t runTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(request.Context())
	go func() {
		select {
		case <-t.run.Done():
			cancel()
		case <-ctx.Done():
		}
	}()
	response, err := t.next.RoundTrip(request.WithContext(ctx))
	if err != nil {
		cancel()
		return nil, err
	}
	body := &runBody{response.Body, cancel}
	response.Body = body
	// After 101 Switching Protocols the caller also writes to the body.
	if writer, ok := body.ReadCloser.(io.Writer); ok {
		response.Body = &runConnection{body, writer}
		go func() {
			<-ctx.Done()
			body.ReadCloser.Close()
		}()
	}
	return response, nil
}

// CloseIdleConnections is called by the method of http.Client with the same name.
func (t runTransport) CloseIdleConnections() {
	if closer, ok := t.next.(interface{ CloseIdleConnections() }); ok {
		closer.CloseIdleConnections()
	}
}

// runBody stops watching the run's context when the body is closed.
type runBody struct {
	io.ReadCloser
	cancel context.CancelFunc
}

func (b *runBody) Close() error {
	defer b.cancel()
	return b.ReadCloser.Close()
}

// runConnection is the body of a connection whose protocol was switched.
type runConnection struct {
	*runBody
	io.Writer
}
