package webhook_test

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"net/netip"
	"strings"
	"sync"
)

// names is a name server: each query of a name takes the next of its addresses, and the last
// of them from then on.
type names struct {
	mu      sync.Mutex
	answers map[string][]string // by name and type, such as "evil.test A"
}

// resolver returns a resolver that knows these names only, over connections in memory.
func (n *names) resolver() *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go n.serve(server)
		return client, nil
	}}
}

func (n *names) next(name, kind string) []byte {
	n.mu.Lock()
	defer n.mu.Unlock()
	all := n.answers[name+" "+kind]
	if len(all) == 0 {
		return nil
	}
	if len(all) > 1 {
		n.answers[name+" "+kind] = all[1:]
	}
	return netip.MustParseAddr(all[0]).AsSlice()
}

// serve answers the queries of a connection (RFC 1035 §4.1, §4.2.2).
func (n *names) serve(c net.Conn) {
	defer func() { _ = c.Close() }()
	for {
		var size [2]byte
		if _, err := io.ReadFull(c, size[:]); err != nil {
			return
		}
		q := make([]byte, binary.BigEndian.Uint16(size[:]))
		if _, err := io.ReadFull(c, q); err != nil {
			return
		}
		var labels []string
		end := 12
		for q[end] != 0 {
			labels = append(labels, string(q[end+1:end+1+int(q[end])]))
			end += 1 + int(q[end])
		}
		end += 5
		kind := map[uint16]string{1: "A", 28: "AAAA"}[binary.BigEndian.Uint16(q[end-4:])]
		address := n.next(strings.ToLower(strings.Join(labels, ".")), kind)
		reply := append([]byte{q[0], q[1], 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0}, q[12:end]...)
		if address != nil {
			reply[7] = 1
			reply = append(reply, 0xc0, 12)
			reply = append(reply, q[end-4:end]...)
			reply = append(reply, 0, 0, 0, 0, 0, byte(len(address)))
			reply = append(reply, address...)
		}
		if _, err := c.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(reply))), reply...)); err != nil {
			return
		}
	}
}
