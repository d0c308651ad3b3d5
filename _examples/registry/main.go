// Command registry serves containers and other artifacts, as the OCI Distribution Specification 1.1 says,
// from memory or a directory.
//
//	go run . -dir data -user ann:secret
//	docker login -u ann -p secret 127.0.0.1:5000
package main

import (
	"context"
	"flag"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/tenon-go/tenon"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:5000", "`address` to listen on")
	dir := flag.String("dir", "", "`directory` of the content; without it, the content is in memory")
	user := flag.String("user", "", "`name:password` of who may push; without it, everyone may do everything")
	url := flag.String("url", "", "`URL` of the registry for its clients; the default is that of the address")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if *url == "" {
		*url = "http://" + *addr
	}
	if err := run(ctx, *addr, *dir, *user, *url); err != nil {
		slog.Error("registry", "error", err)
		os.Exit(1)
	}
}

// run serves the registry until ctx is done.
func run(ctx context.Context, addr, dir, user, url string) error {
	var f files = &memory{files: map[string][]byte{}}
	if dir != "" {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		root, err := os.OpenRoot(dir)
		if err != nil {
			return err
		}
		f = directory{root}
	}
	s := &registry{store: &store{files: f}}
	if name, password, ok := strings.Cut(user, ":"); ok {
		s.tokens = newTokens(map[string]string{name: password}, url)
	}
	all, err := s.build(slog.Default())
	if err != nil {
		return err
	}
	defer all.Close()
	return tenon.Serve(ctx, addr, all, tenon.OnListen(func(a net.Addr) { slog.Info("listening", "url", "http://"+a.String()+"/v2/") }))
}
