package property

import (
	"slices"

	"github.com/tenon-go/tenon/tree"
)

// integerFormats are the formats of the OpenAPI registry that have the range of an integer type.
var integerFormats = [...]string{"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"}

// validated are the formats that the library validates, with their constructors: readers of a
// document expect that strings have them.
var validated = map[string]string{
	"uuid": "UUID", "email": "Email", "uri": "URI", "uri-reference": "URIReference", "hostname": "Hostname", "ipv4": "IPv4", "ipv6": "IPv6",
	"date": "Date", "date-time": "DateTime", "time": "Time", "duration": "Duration", "byte": "Bytes",
}

// Format sets the format in documents.
func (p *Property) Format(name string) *Property {
	whole := slices.Contains(integerFormats[:], name)
	switch t := p.Node().Type.(type) {
	case tree.File:
		return p.Fault("Format(%q): the content of a file has a media type; use MediaTypes", name)
	case tree.Integer:
		if whole && name != t.Format && !t.IsTime() {
			return p.Fault("Format(%q): the property has the range of %s; declare it with prop.IntOf[%s]", name, t.Format, name)
		}
	case tree.Float:
		if whole {
			return p.Fault("Format(%q): the property is not an integer", name)
		}
	case tree.Text:
		if t.Own {
			return p.Edit(func(n *tree.Prop) {
				t.Format = name
				n.Type = t
			})
		}
		if of, ok := validated[name]; ok && name != t.Format {
			return p.Fault("Format(%q): the property does not validate this format; use prop.%s", name, of)
		}
	}
	return p.Edit(func(n *tree.Prop) { n.Named = &name })
}
