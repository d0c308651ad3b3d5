package endpoint

import (
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// Naming has what makes the operationId unique (ADR 22).
type Naming struct {
	Derived bool   // from a resource, not set with ID
	Within  string // the path of the enclosing groups
}

// VersionedID returns the operationId below a version prefix. That of a resource ends with the
// version from v2 on, such as listProductsV2.
func (o *Operation) VersionedID() string {
	id := o.Node.ID
	if id == "" || !o.Naming.Derived {
		return id
	}
	for segment := range strings.SplitSeq(o.Naming.Within, "/") {
		if n := strings.TrimLeft(segment[min(1, len(segment)):], "0123456789"); n == "" && len(segment) > 1 && segment[0] == 'v' &&
			segment != "v1" && segment[1] != '0' {
			if version := "V" + segment[1:]; !hasVersion(id, version) {
				id += version
			}
		}
	}
	return id
}

// hasVersion reports whether an ID has a version, of the name of its collection: createNoteV2, but not
// createNoteV20 for V2.
func hasVersion(id, version string) bool {
	for {
		_, after, found := strings.Cut(id, version)
		if !found || after == "" || after[0] < '0' || after[0] > '9' {
			return found
		}
		id = after
	}
}

// QualifiedID returns the operationId with the whole path of the groups, in case another
// operation has the same; "" if it already has the path, or there is none.
func (o *Operation) QualifiedID() string {
	words := strings.NewReplacer("{", " by ", "}", " ", "/", " ", "-", " ", "_", " ", ".", " ", "~", " ").Replace(o.Naming.Within)
	suffix := Pascal(strings.Join(strings.Fields(words), " "))
	if o.Node.ID == "" || suffix == "" || strings.HasSuffix(o.Node.ID, suffix) {
		return ""
	}
	return o.Node.ID + suffix
}

// Pascal joins words, such as OrderLines.
func Pascal(words string) string {
	var b strings.Builder
	for w := range strings.FieldsSeq(words) {
		b.WriteString(strings.ToUpper(w[:1]) + w[1:])
	}
	return b.String()
}

// MediaTypes lists the media types of a body, for Accept.
func MediaTypes(b *tree.Body) string { return strings.Join(b.MediaTypes(), ", ") }
