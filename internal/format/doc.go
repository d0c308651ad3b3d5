// Package format decides whether a text has one of the JSON Schema formats.
//
//	format.UUID("2eb8aa08-aa98-11ea-b4aa-73b441d16380") // true
//	t, ok := format.ParseDateTime("2026-02-28T12:00:00+01:00")
//	b = format.AppendDateTime(b, t)                      // 2026-02-28T11:00:00.000000Z
//
// JSON Schema 2020-12 leaves it open whether format is asserted or is only an
// annotation. Here it is asserted. Every predicate is pure, takes time linear in
// the length of its text, allocates nothing and takes any bytes: text that is not
// UTF-8 has no format.
//
// # Specifications
//
//   - uuid: RFC 9562, section 4
//   - email: RFC 5321, section 4.1.2, Mailbox
//   - uri, uri-reference: RFC 3986, appendix A
//   - hostname: RFC 1123, section 2.1, with the A-labels of RFC 5890
//   - ipv4, ipv6: RFC 3986, section 3.2.2, which has one spelling of an octet
//   - CIDR prefixes: RFC 4632, section 3.1, and RFC 4291, section 2.3
//   - date, time, date-time: RFC 3339, section 5.6
//   - duration: RFC 3339, appendix A
//
// # Policy
//
// Where RFC 3339 lets a receiver choose, the stricter reading holds, so that a
// text that was accepted can be compared, stored and sent back unchanged: T and Z
// are upper case, there are no leap seconds (package time cannot hold one), and a
// date-time has at most six fractional digits, the precision that databases keep.
package format
