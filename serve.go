package tenon

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/tenon-go/tenon/internal/edge"
	"github.com/tenon-go/tenon/internal/shutdown"
)

// Serve serves h, which need not be an [App], on a TCP address until ctx is canceled. Then it
// stops accepting connections, waits for open requests up to the [ShutdownTimeout], and returns
// nil. It ends server-sent events (route.Events) at once, because they would never end by
// themselves; other long responses can watch [ShuttingDown]. When the timeout has passed, it
// cancels the contexts of the remaining requests, closes their connections and returns an
// error.
//
//	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
//	defer stop()
//	defer app.Close()
//	err := tenon.Serve(ctx, ":8080", app)
//
// Serve does not close an [App], since several servers may serve it.
//
// By default, clients have 5 seconds to send a header of at most 64 KiB, a body must not stand
// still for 30 seconds, and a response not for 60, the time of the handler included; idle
// connections are closed after 2 minutes. A transfer that moves may take any time. Serve speaks
// HTTP/2 with [TLS] only.
func Serve(ctx context.Context, addr string, h http.Handler, options ...ServeOption) error {
	if h == nil {
		return errors.New("tenon: Serve: the handler is nil")
	}
	s := &serving{
		grace: 10 * time.Second,
		server: http.Server{
			Handler:           h,
			ReadHeaderTimeout: 5 * time.Second,
			ReadTimeout:       30 * time.Second,
			WriteTimeout:      60 * time.Second,
			IdleTimeout:       2 * time.Minute,
			MaxHeaderBytes:    64 << 10,
			ErrorLog:          slog.NewLogLogger(slog.Default().Handler(), slog.LevelWarn),
		},
	}
	for _, o := range options {
		o(s)
	}
	if s.err != nil {
		return s.err
	}
	if s.listener == nil {
		l, err := new(net.ListenConfig).Listen(context.WithoutCancel(ctx), "tcp", addr)
		if err != nil {
			return fmt.Errorf("tenon: %w", err)
		}
		s.listener = l
	}
	return s.run(ctx)
}

// A ServeOption changes how [Serve] serves.
type ServeOption func(*serving)

// ShutdownTimeout sets how long open requests may continue after the context of Serve is
// canceled. The default is 10 seconds.
func ShutdownTimeout(d time.Duration) ServeOption {
	return func(s *serving) { s.duration("ShutdownTimeout", &s.grace, d) }
}

// ReadHeaderTimeout bounds the time to send the header of a request; if it is 0, [ReadTimeout]
// does.
func ReadHeaderTimeout(d time.Duration) ServeOption {
	return func(s *serving) { s.duration("ReadHeaderTimeout", &s.server.ReadHeaderTimeout, d) }
}

// ReadTimeout bounds the time in which a client sends nothing of a request: from its first byte, and
// from each read of its body; 0 means no limit. The connection of a client that sends nothing is
// closed after a 408.
func ReadTimeout(d time.Duration) ServeOption {
	return func(s *serving) { s.duration("ReadTimeout", &s.server.ReadTimeout, d) }
}

// WriteTimeout bounds the time in which nothing of a response is written, for handler and client
// together: from the header of the request, and from each part of its body that is read and of the
// response that is written, 64 KiB of a long one; 0 means no limit. It closes the connection without
// a response, so that [API.Timeout] should be shorter. Deadlines that a handler sets with
// [http.ResponseController] replace it.
func WriteTimeout(d time.Duration) ServeOption {
	return func(s *serving) { s.duration("WriteTimeout", &s.server.WriteTimeout, d) }
}

// IdleTimeout sets how long an idle connection stays open; if it is 0, [ReadTimeout] does.
func IdleTimeout(d time.Duration) ServeOption {
	return func(s *serving) { s.duration("IdleTimeout", &s.server.IdleTimeout, d) }
}

// MaxHeaderBytes bounds the header of a request. The server accepts about 4 KiB more.
func MaxHeaderBytes(n int) ServeOption {
	return func(s *serving) {
		if n <= 0 {
			s.fail(fmt.Errorf("tenon: MaxHeaderBytes(%d) must be positive", n))
		}
		s.server.MaxHeaderBytes = n
	}
}

// Listener sets the listener to use in place of an address. Serve closes it.
func Listener(l net.Listener) ServeOption {
	return func(s *serving) { s.listener = l }
}

// OnListen sets a function that is called with the address when the server accepts connections,
// for example to learn the port after listening on port 0.
func OnListen(f func(net.Addr)) ServeOption {
	return func(s *serving) { s.listening = f }
}

// TLS serves HTTPS. The configuration must have certificates or a function that returns them.
func TLS(c *tls.Config) ServeOption {
	return func(s *serving) {
		if c == nil {
			s.fail(errors.New("tenon: TLS has no configuration"))
			return
		}
		s.server.TLSConfig = c.Clone()
	}
}

// ErrorLog sets the logger of connection errors. The default is slog.Default.
func ErrorLog(l *slog.Logger) ServeOption {
	return func(s *serving) { s.server.ErrorLog = slog.NewLogLogger(l.Handler(), slog.LevelWarn) }
}

// ShuttingDown returns a channel that is closed when the server of a request shuts down.
// Handlers that would delay the shutdown should end then. Outside of [Serve] it returns nil.
func ShuttingDown(ctx context.Context) <-chan struct{} {
	if stopping := shutdown.Of(ctx); stopping != nil {
		return stopping.Done()
	}
	return nil
}

// serving is one call of Serve.
type serving struct {
	server    http.Server
	listener  net.Listener
	listening func(net.Addr)
	grace     time.Duration
	err       error // the first error of the options
}

func (s *serving) duration(name string, field *time.Duration, d time.Duration) {
	if d < 0 {
		s.fail(fmt.Errorf("tenon: %s(%v) is below 0", name, d))
	}
	*field = d
}

func (s *serving) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// pace makes the timeouts of the server those of transfers that stand still.
func (s *serving) pace(h http.Handler) http.Handler {
	read, write := s.server.ReadTimeout, s.server.WriteTimeout
	if read == 0 && write == 0 {
		return h
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(edge.NewPace(w, r, read, write).Writer(), r)
	})
}

func (s *serving) run(ctx context.Context) error {
	defer s.listener.Close() // net/http leaves it open if TLS cannot start
	stopping, stop := context.WithCancel(context.Background())
	defer stop()
	base, abandon := context.WithCancelCause(shutdown.Context(context.WithoutCancel(ctx), stopping))
	defer abandon(nil)
	s.server.BaseContext = func(net.Listener) context.Context { return base }

	s.server.Handler = s.pace(s.server.Handler)

	ended := make(chan error, 1)
	go func() {
		if s.server.TLSConfig != nil {
			ended <- s.server.ServeTLS(s.listener, "", "")
		} else {
			ended <- s.server.Serve(s.listener)
		}
	}()
	if s.listening != nil {
		s.listening(s.listener.Addr())
	}
	select {
	case err := <-ended:
		_ = s.server.Close() // open connections too
		return fmt.Errorf("tenon: %w", err)
	case <-ctx.Done():
	}

	stop()
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.grace)
	defer cancel()
	err := s.server.Shutdown(grace)
	if err != nil {
		abandon(http.ErrServerClosed) // which is not what a client that has gone leaves
		_ = s.server.Close()
		if errors.Is(err, context.DeadlineExceeded) {
			err = fmt.Errorf("tenon: requests went on for longer than %v: %w", s.grace, err)
		}
	}
	<-ended
	return err
}
