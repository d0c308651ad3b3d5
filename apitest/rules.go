package apitest

// rule is a law with what it follows, and what an API must have to be judged by it.
type rule struct {
	law, source string
	needs       need
}

// need is what an API must have, in words.
type need string

// What laws of histories need. Those of all exchanges need nothing.
const (
	nothing    need = ""
	aView      need = "a GET of an entity"
	aList      need = "a list"
	pages      need = "a list with pages"
	aCursor    need = "a list by cursor"
	aFilter    need = "a filter"
	aStream    need = "a stream of lines below the path"
	files      need = "a PUT and a GET of a file"
	aPatch     need = "a PATCH"
	aPut       need = "a PUT"
	aDelete    need = "a DELETE"
	tags       need = "entity tags"
	dates      need = "Last-Modified"
	aKey       need = "Idempotency-Key"
	identities need = "two identities"
	hidden     need = "members that only some callers see"
	secured    need = "an operation with credentials"
	aLimit     need = "a rate limit"
	processes  need = "a second process"
)

const (
	rfc9110 = "RFC 9110 "
	declare = "the declaration"
	store   = "read after write"
)

// rules returns every law. Those without a source of their own follow from what a response has said.
func rules() []rule {
	return []rule{
		{"401 has a challenge", rfc9110 + "§11.6.1", secured},
		{"405 has Allow", rfc9110 + "§10.2.1", nothing},
		{"HEAD is GET without a body", rfc9110 + "§9.3.2", nothing},
		{"other media types are 415", rfc9110 + "§15.5.16", nothing},
		{"other methods are 405", rfc9110 + "§15.5.6", nothing},
		{"a read changes nothing", rfc9110 + "§9.2.1", nothing},
		{"a shared cache sends nobody the response of another", "RFC 9111 §3, §4.1", nothing},
		{"every problem is declared", declare, nothing},
		{"every status is declared", declare, nothing},
		{"no request causes an internal error", rfc9110 + "§15.6", nothing},
		{"problems are as declared", "RFC 9457 §3, or the format of the API", nothing},
		{"a problem names every violation", declare, nothing},
		{"problems have the status of the response", "RFC 9457 §3.1.2", nothing},
		{"rejected values are not sent back", "CWE-209", nothing},
		{"requests without credentials are 401", rfc9110 + "§15.5.2", secured},
		{"wrong credentials are 401", rfc9110 + "§15.5.2", secured},
		{"responses are as declared", declare, nothing},
		{responsesEnd, "10 s, 64 MiB", nothing},
		{"responses have their headers", declare, nothing},
		{"unknown parameters are rejected", declare, nothing},
		{"wrong parameters are rejected", declare, nothing},
		{"what violates the declaration is rejected", declare, nothing},
		{"examples are accepted", declare, nothing},
		{"responses are as their examples", declare, nothing},

		{"a create makes another entity", rfc9110 + "§9.3.3", nothing},
		{"a create shows what was sent", rfc9110 + "§9.3.3", nothing},
		{"a view shows the last state", store, aView},
		{"what was created exists", store, aView},
		{"a patch changes what it names, and nothing else", "RFC 7396 §2", aPatch},
		{"a null removes a member", "RFC 7396 §1", aPatch},
		{"read-only members do not change", declare, aPatch},
		{"no write is lost", "RFC 7396 §2", aPatch},
		{"a replacement shows what was sent", rfc9110 + "§9.3.4", aPut},
		{"a key stays", "the path of the entity", aPatch},
		{"a key is of one entity", "the path of the entity", aPatch},
		{"what a create is rejected for, a change is rejected for", "the conflict of the create", aPatch},
		{"a change that is rejected is rejected on every way", "the conflict of the patch", aPatch},
		{"what was deleted is gone", rfc9110 + "§9.3.5", aDelete},

		{"a list has every entity", store, aList},
		{"a list has only what was created", store, aList},
		{"a list shows the last state", store, aList},
		{"a list has its order", declare, aList},
		{"the same list twice is the same", declare, aList},
		{"a walk over a list ends", "RFC 8288 §3", pages},
		{"a walk meets each entity once", "RFC 8288 §3", aCursor},
		{"the links of a page work", "RFC 8288 §3", pages},
		{"a page has at most as many entities as its limit", declare, pages},
		{"a page says what a walk finds", declare, pages},
		{"a filter keeps what matches", declare, aFilter},
		{"a filter drops what does not match", declare, aFilter},
		{"a stream has each entity once", store, aStream},
		{"a stream has whole lines", "JSON Lines", aStream},
		{"a stream shows the last state", store, aStream},
		{"a file is what was sent", rfc9110 + "§9.3.4", files},
		{"a part of a file is that part", rfc9110 + "§14", files},

		{"a 304 has the headers of the 200", rfc9110 + "§15.4.5", tags},
		{"a version that the client has is 304", rfc9110 + "§13.1.2", tags},
		{"a version has one entity tag", rfc9110 + "§8.8.3", tags},
		{"a change has another entity tag", rfc9110 + "§8.8.3", tags},
		{"an old version is not changed", rfc9110 + "§13.1.1", tags},
		{"the current version may be changed", rfc9110 + "§13.1.1", tags},
		{"one of several writes on a version succeeds", rfc9110 + "§13.1.1", tags},
		{"Last-Modified is a date of the past", rfc9110 + "§8.8.2.1", dates},
		{"Last-Modified moves with the entity tag", rfc9110 + "§8.8.2.1", dates},

		{"a key works once", "draft-ietf-httpapi-idempotency-key-header §2", aKey},
		{"a key is for one request", "draft-ietf-httpapi-idempotency-key-header §2.7", aKey},
		{"a new key is a new request", "draft-ietf-httpapi-idempotency-key-header §2", aKey},
		{"a retry gets the first response", "draft-ietf-httpapi-idempotency-key-header §2.6", aKey},
		{"a key belongs to an identity", "draft-ietf-httpapi-idempotency-key-header §5", identities},

		{"identities are apart", "Apart", identities},
		{"a list hides what a view hides", "OWASP API1:2023", identities},
		{"what is hidden cannot be changed", "OWASP API1:2023", identities},
		{hiddenLaw, "OWASP API3:2023", hidden},

		{"429 has Retry-After", "RFC 6585 §4", aLimit},
		{"Retry-After is long enough", rfc9110 + "§10.2.3", aLimit},
		{"a limit admits what it declares", declare, aLimit},
		{"a limit rejects what exceeds it", declare, aLimit},
		{"a limit counts each client apart", declare, aLimit},
		{"a limit counts wrong credentials", "OWASP API2:2023", aLimit},
		{"a limit is of the operations that declare it", declare, aLimit},
		{"limits have their headers", "draft-ietf-httpapi-ratelimit-headers", aLimit},
		{"rejected requests do not count", declare, aLimit},
		{"what remains of a limit decreases with each request of a client", "draft-ietf-httpapi-ratelimit-headers", aLimit},
		{"limits are higher than tests need", "Limits", nothing},
	}
}
