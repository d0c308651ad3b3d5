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

	"github.com/tenon-go/tenon/internal/shutdown"
)

// Serve answers requests to a TCP address with h, which need not be an [App],
// until ctx ends. Then it listens no more, lets what is being answered finish for
// as long as [ShutdownTimeout] says, and returns nil. Server-sent events (route.Events) end
// at once, for they never would; what else goes on for long watches [ShuttingDown].
// When the grace has run out, the contexts of the requests that are left end,
// their connections are closed, and the error says so.
//
//	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
//	defer stop()
//	defer app.Close()
//	err := tenon.Serve(ctx, ":8080", app)
//
// What an [App] keeps open is closed by who has built it: several may be served
// together, and one by several servers.
//
// Clients must be quick, unless an option says otherwise: 5 seconds for a
// header of at most 64 KiB, 30 for the whole request, 60 from then for the
// answer, and 2 minutes between requests. What streams has its own time for each
// write. HTTP/2 is spoken where there is [TLS], and never without.
func Serve(ctx context.Context, addr string, h http.Handler, options ...ServeOption) error {
	if h == nil {
		return errors.New("tenon: Serve has nothing to serve")
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

// ServeOption changes how [Serve] serves.
type ServeOption func(*serving)

// ShutdownTimeout is how long requests may go on after Serve has been told to stop: 10
// seconds unless it is given.
func ShutdownTimeout(d time.Duration) ServeOption {
	return func(s *serving) { s.duration("ShutdownTimeout", &s.grace, d) }
}

// ReadHeaderTimeout is how long a client may take to send the header of a
// request; 0 leaves it to [ReadTimeout].
func ReadHeaderTimeout(d time.Duration) ServeOption {
	return func(s *serving) { s.duration("ReadHeaderTimeout", &s.server.ReadHeaderTimeout, d) }
}

// ReadTimeout is how long a client may take to send a whole request; 0 is for
// ever.
func ReadTimeout(d time.Duration) ServeOption {
	return func(s *serving) { s.duration("ReadTimeout", &s.server.ReadTimeout, d) }
}

// WriteTimeout is how long answering may take once the header of the request has
// been read, handler and slow clients together; 0 is for ever. It ends the
// connection, and the client is told nothing: let [API.Timeout] be shorter.
func WriteTimeout(d time.Duration) ServeOption {
	return func(s *serving) { s.duration("WriteTimeout", &s.server.WriteTimeout, d) }
}

// IdleTimeout is how long a connection is kept for the next request; 0 is as
// long as [ReadTimeout].
func IdleTimeout(d time.Duration) ServeOption {
	return func(s *serving) { s.duration("IdleTimeout", &s.server.IdleTimeout, d) }
}

// MaxHeaderBytes is how large the header of a request may be, about: the server
// takes 4 KiB more.
func MaxHeaderBytes(n int) ServeOption {
	return func(s *serving) {
		if n <= 0 {
			s.fail(fmt.Errorf("tenon: MaxHeaderBytes(%d) is not above 0", n))
		}
		s.server.MaxHeaderBytes = n
	}
}

// Listener is what to accept connections from in place of an address. Serve
// closes it.
func Listener(l net.Listener) ServeOption {
	return func(s *serving) { s.listener = l }
}

// OnListen is called once connections are accepted, with the address: that of
// port 0 is known only then.
func OnListen(f func(net.Addr)) ServeOption {
	return func(s *serving) { s.listening = f }
}

// TLS serves HTTPS. The configuration has the certificates, or gets them.
func TLS(c *tls.Config) ServeOption {
	return func(s *serving) {
		if c == nil {
			s.fail(errors.New("tenon: TLS has no configuration"))
			return
		}
		s.server.TLSConfig = c.Clone()
	}
}

// ErrorLog is where the server logs what is wrong with connections; without
// it, slog.Default.
func ErrorLog(l *slog.Logger) ServeOption {
	return func(s *serving) { s.server.ErrorLog = slog.NewLogLogger(l.Handler(), slog.LevelWarn) }
}

// ShuttingDown returns what is closed when the server that serves a request is told
// to stop, for handlers that would keep it from that: they should come to an
// end. Outside of [Serve] it is nil, which is never closed.
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
	err       error // the first mistake in the options
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

func (s *serving) run(ctx context.Context) error {
	defer s.listener.Close() // net/http leaves it open where TLS cannot begin
	stopping, stop := context.WithCancel(context.Background())
	defer stop()
	base, abandon := context.WithCancel(shutdown.Context(context.WithoutCancel(ctx), stopping))
	defer abandon()
	s.server.BaseContext = func(net.Listener) context.Context { return base }

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
		_ = s.server.Close() // what it has accepted already
		return fmt.Errorf("tenon: %w", err)
	case <-ctx.Done():
	}

	stop()
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.grace)
	defer cancel()
	err := s.server.Shutdown(grace)
	if err != nil {
		abandon()
		_ = s.server.Close()
		if errors.Is(err, context.DeadlineExceeded) {
			err = fmt.Errorf("tenon: requests went on for longer than %v: %w", s.grace, err)
		}
	}
	<-ended
	return err
}
