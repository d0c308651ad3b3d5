//go:build linux

package main

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"bench/stacks"
	"bench/stacks/static"
)

// The protocols.
const (
	http1 = "HTTP/1.1"
	https = "HTTP/1.1, TLS"
	http2 = "HTTP/2, TLS"
)

var protocols = []string{http1, https, http2}

// floor is the name of the stack that writes what is recorded.
const floor = "net/http, static"

// all returns the stacks of the library, of net/http alone, and of the peers.
func all() (some []stacks.Stack) {
	some = append(some, stacks.Stack{Name: floor, Hand: true, Shop: func() http.Handler { return static.New(stacks.All()[0].Shop()) }})
	for _, s := range stacks.All() {
		if s.Socket {
			some = append(some, s)
		}
	}
	return some
}

// server serves a stack until its standard input ends. It prints its address, and its processor time
// and memory for each line of the input.
func server(name, protocol string) error {
	for _, s := range all() {
		if s.Name == name {
			return serve(s, protocol)
		}
	}
	return fmt.Errorf("there is no stack %q", name)
}

func serve(s stacks.Stack, protocol string) error {
	at, config, err := listen(protocol)
	if err != nil {
		return err
	}
	fmt.Println(at.Addr())
	go func() {
		for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
			fmt.Println(used().Nanoseconds(), resident())
		}
		os.Exit(0) // the parent process has ended
	}()
	return accept(s, at, config)
}

func listen(protocol string) (net.Listener, *tls.Config, error) {
	at, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil || protocol == http1 {
		return at, nil, err
	}
	config, err := certified(protocol)
	return tls.NewListener(at, config), config, err
}

// accept serves until the listener is closed. The server has HTTP/2 if the configuration has it.
func accept(s stacks.Stack, at net.Listener, config *tls.Config) error {
	if s.Listen != nil {
		return s.Listen(at)
	}
	h := http.Server{Handler: s.Shop(), TLSConfig: config}
	return h.Serve(at)
}

// certified returns the configuration of TLS with a certificate of its own.
func certified(protocol string) (*tls.Config, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(24 * time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	text, err := x509.CreateCertificate(rand.Reader, &template, &template, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	next := []string{"http/1.1"}
	if protocol == http2 {
		next = []string{"h2"}
	}
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{text}, PrivateKey: key}}, NextProtos: next}, nil
}

// resident returns the resident memory of the process, or 0 if it is unknown.
func resident() (bytes uint64) {
	text, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			if _, err := fmt.Sscan(rest, &bytes); err != nil {
				return 0
			}
		}
	}
	return bytes << 10
}

var errGone = errors.New("the process is gone")
