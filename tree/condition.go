package tree

// The header fields of preconditions (RFC 9110 §13.1).
const (
	IfMatch           = "If-Match"
	IfNoneMatch       = "If-None-Match"
	IfModifiedSince   = "If-Modified-Since"
	IfUnmodifiedSince = "If-Unmodified-Since"
)

// PreconditionRequired rejects requests without a required precondition.
var PreconditionRequired = BuiltinProblem{428, "precondition_required",
	"The request must include If-Match or If-Unmodified-Since."}

// Conditional reports whether the operation evaluates preconditions: it shows, changes or
// deletes an entity with versions.
func (o *Operation) Conditional() bool {
	switch o.Method {
	case "GET":
		return o.SendsVersions()
	case "PUT", "PATCH", "DELETE":
		return o.Versioned
	}
	return false
}

// SendsVersions reports whether any response has the version of its entity.
func (o *Operation) SendsVersions() bool {
	for i := range len(o.Also) + 1 {
		if o.sendsVersion(o.response(i)) {
			return true
		}
	}
	return false
}

// SendsVersion reports whether a response has the version of its entity. That of a PUT has
// none: the client would take it for the version of what it sent, although the server has added
// to it (RFC 9110 §9.3.4). Entities that are deleted or not created yet have none either.
func (o *Operation) SendsVersion(a Response) bool { return o.sendsVersion(&a) }

func (o *Operation) sendsVersion(a *Response) bool {
	switch o.Method {
	case "GET":
		return a.Status == 200 && a.Body.ShowsVersion()
	case "POST":
		return a.Status == 201 && a.Body.ShowsVersion()
	case "PATCH":
		return (a.Status == 200 || a.Status == 201) && a.Body.ShowsVersion()
	}
	return false
}

// ShowsVersion reports whether the body is one entity with versions.
func (b *Body) ShowsVersion() bool {
	return b != nil && b.Versioned && b.Format == JSON && (b.Mode == View || b.Mode == Delete)
}

// ChangesVersion reports whether the body changes one entity with versions.
func (b *Body) ChangesVersion() bool {
	return b != nil && b.Versioned && (b.Mode == Update || b.Replaces)
}

// IsCondition reports whether a header is a precondition that the operation evaluates. The name
// is canonical.
func (o *Operation) IsCondition(name string) bool {
	switch name {
	case IfMatch, IfUnmodifiedSince, IfNoneMatch:
		return o.Conditional()
	case IfModifiedSince:
		return o.Method == "GET" && o.Conditional()
	}
	return false
}

// conditions returns the headers with preconditions that the library reads.
func (o *Operation) conditions() []Input {
	switch {
	case !o.Conditional():
		return nil
	case o.Method == "GET":
		return []Input{ifMatch, ifUnmodifiedSince, ifNoneMatch, ifModifiedSince}
	}
	return []Input{ifMatch, ifUnmodifiedSince, ifNoneMatch}
}

var (
	ifMatch = condition(IfMatch, "Rejects the request unless the entity has one of these versions: "+
		"a list of entity tags, or `*` for any version.")
	ifUnmodifiedSince = condition(IfUnmodifiedSince, "Rejects the request if the entity has changed since this HTTP-date. "+
		"Ignored if If-Match is present.")
	ifNoneMatch = condition(IfNoneMatch, "Processes the request only if the entity has none of these versions: "+
		"a list of entity tags, or `*` for any version.")
	ifModifiedSince = condition(IfModifiedSince, "Returns the entity only if it has changed since this HTTP-date. "+
		"Ignored if If-None-Match is present.")
)

func condition(name, doc string) Input {
	return Input{In: InHeader, Prop: &Prop{ID: &ID{}, Name: name, Type: Text{}, Optional: true, Doc: doc}}
}
