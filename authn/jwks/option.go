package jwks

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/MicahParks/keyfunc/v3"

	"github.com/tenon-go/tenon/tree"
)

// Provider is an issuer of tokens; see [Issuer].
type Provider struct {
	url     string
	options []Option
}

// Issuer declares an issuer of tokens by the exact text of their iss claim, which is an https
// URL. It needs an [Audience].
func Issuer(url string, options ...Option) Provider {
	return Provider{url, slices.Clone(options)}
}

// Option configures an issuer.
type Option func(*settings)

// settings is the configuration of an issuer.
type settings struct {
	issuer      string
	keysAt      string
	audience    []string
	algorithms  []string // includes EdDSA for Ed25519
	types       []string
	required    []string // claims that RFC 9068 requires
	leeway      time.Duration
	roles       []string
	permissions []string

	refresh, keep, cooldown, backoff time.Duration

	keys    keyfunc.Keyfunc
	fetches []string // the options about fetching

	client *http.Client
	clock  func() time.Time
	logger *slog.Logger
	faults []error
}

// The limits of responses of providers, and of options.
const (
	maxLeeway  = 2 * time.Minute
	minFresh   = time.Minute // for cache headers
	maxRefresh = 6 * time.Hour
	minWait    = time.Millisecond
)

func (s *settings) fault(format string, args ...any) {
	s.faults = append(s.faults, fmt.Errorf("issuer %q: "+format, append([]any{s.issuer}, args...)...))
}

// Audience sets the names of this API in aud claims. A token must have at least one of them.
func Audience(names ...string) Option {
	return func(s *settings) { s.audience = slices.Clone(names) }
}

// Algorithms sets the accepted signature algorithms. The default is RS256, PS256, ES256 and
// Ed25519; RS384, RS512, PS384, PS512, ES384 and ES512 are also available. EdDSA is the old
// name of Ed25519 and means the same (RFC 9864 §4.1.2). An RSA key that names no algorithm is
// bound to the first one in this order.
func Algorithms(names ...string) Option {
	return func(s *settings) {
		s.algorithms = nil
		for _, name := range names {
			if methodOf(name) == nil {
				s.fault("algorithm %q is not supported for keys of an issuer", name)
			}
			s.algorithms = append(s.algorithms, canonical(name))
		}
	}
}

// KeysAt sets the address of the JWK set, so that the configuration is not fetched.
func KeysAt(url string) Option {
	return fetching("KeysAt", func(s *settings) { s.keysAt = url })
}

// Keys sets the source of the issuer's keys, so that nothing is fetched. Use it for keys that
// the program has already, or for a fixed set in tests:
//
//	set, err := keyfunc.NewJWKSetJSON(text)
//	…
//	jwks.Issuer("https://id.example.com", jwks.Audience("shop"), jwks.Keys(set))
//
// The keys must satisfy the same requirements as fetched ones. A key that k does not have makes
// a token invalid; any other error of k is [authn.Unavailable]. It is an error to combine it
// with options about fetching.
func Keys(k keyfunc.Keyfunc) Option {
	return func(s *settings) {
		if k == nil {
			s.fault("Keys(nil)")
		}
		s.keys = k
	}
}

// fetching returns an option that is an error with [Keys].
func fetching(name string, set Option) Option {
	return func(s *settings) {
		s.fetches = append(s.fetches, name)
		set(s)
	}
}

// Leeway sets the accepted difference between clocks, at most two minutes. The default is one
// minute.
func Leeway(d time.Duration) Option { return func(s *settings) { s.leeway = d } }

// AccessTokens accepts access tokens of RFC 9068 only: their type is at+jwt, and they have
// client_id, iat and jti.
func AccessTokens() Option {
	return func(s *settings) {
		s.types, s.required = []string{"at+jwt"}, []string{"client_id", "iat", "jti"}
	}
}

// Types sets the accepted typ headers. The default is JWT, at+jwt and none; "" stands for none.
// Tokens of other types, such as logout tokens, have other purposes (RFC 8725 §3.11).
func Types(names ...string) Option {
	return func(s *settings) { s.types, s.required = slices.Clone(names), nil }
}

// Roles sets the claims that contain roles: names, or paths such as realm_access.roles. A claim
// that has the whole path as its name takes precedence. The value is a string or a list of
// strings; a claim may be absent.
func Roles(paths ...string) Option {
	return func(s *settings) { s.roles = slices.Clone(paths) }
}

// Permissions sets the claims that contain permissions, as [Roles] does for roles.
func Permissions(paths ...string) Option {
	return func(s *settings) { s.permissions = slices.Clone(paths) }
}

// Refresh sets the age at which keys are renewed if the provider's cache headers
// do not say: from a millisecond to six hours. The default is an hour. Cache
// headers are followed from a minute, or from this age if it is shorter, to six
// hours.
func Refresh(every time.Duration) Option {
	return fetching("Refresh", func(s *settings) { s.refresh = every })
}

// Keep sets the maximum age of keys that cannot be renewed, at least twice the time of
// [Refresh]. The default is a day.
func Keep(limit time.Duration) Option {
	return fetching("Keep", func(s *settings) { s.keep = limit })
}

// Cooldown sets the average time between fetches for unknown keys, at least a millisecond. The
// default is 15 seconds. After a quiet period, up to four fetches may follow one another, so
// that tokens with invented keys do not delay a rotation.
func Cooldown(d time.Duration) Option {
	return fetching("Cooldown", func(s *settings) { s.cooldown = d })
}

// Backoff sets the pause after a failed fetch, at least a millisecond. The default is five
// seconds. During the pause, tokens of unknown keys get a 503 with this time in Retry-After.
func Backoff(d time.Duration) Option {
	return fetching("Backoff", func(s *settings) { s.backoff = d })
}

// Client sets the HTTP client. Its timeout and its redirect policy can only be stricter than
// those of the package.
func Client(c *http.Client) Option {
	return fetching("Client", func(s *settings) { s.client = c })
}

// Clock sets the clock, for tests.
func Clock(now func() time.Time) Option { return func(s *settings) { s.clock = now } }

// Logger sets the logger of outages and of skipped keys. The default is slog.Default.
func Logger(l *slog.Logger) Option { return func(s *settings) { s.logger = l } }

func (p Provider) settings() (*settings, error) {
	s := &settings{
		issuer:     p.url,
		algorithms: []string{"RS256", "PS256", "ES256", edDSA},
		types:      []string{"", "JWT", "at+jwt"},
		leeway:     time.Minute,
		refresh:    time.Hour,
		keep:       24 * time.Hour,
		cooldown:   15 * time.Second,
		backoff:    5 * time.Second,
		clock:      time.Now,
	}
	for _, o := range p.options {
		if o == nil {
			s.fault("an option is nil")
			continue
		}
		o(s)
	}
	s.verify()
	return s, errors.Join(s.faults...)
}

// verify records the faults of an issuer.
func (s *settings) verify() {
	if what := tree.CheckURL(s.issuer); what != "" {
		s.fault("the address %s", what)
	} else if u, _ := url.Parse(s.issuer); u.RawQuery != "" {
		s.fault("the address has a query")
	}
	if s.keysAt != "" {
		if what := tree.CheckURL(s.keysAt); what != "" {
			s.fault("the address %q of the keys %s", s.keysAt, what)
		}
	}
	if len(s.audience) == 0 || slices.Contains(s.audience, "") {
		s.fault("it needs an Audience; otherwise tokens for other audiences would be valid")
	}
	if len(s.algorithms) == 0 {
		s.fault("Algorithms names none")
	}
	if len(s.types) == 0 {
		s.fault("Types names none")
	}
	if slices.Contains(slices.Concat(s.roles, s.permissions), "") {
		s.fault("Roles or Permissions has an empty name")
	}
	if s.leeway < 0 || s.leeway > maxLeeway {
		s.fault("Leeway(%v) is not from 0 to %v", s.leeway, maxLeeway)
	}
	if s.refresh < minWait || s.refresh > maxRefresh {
		s.fault("Refresh(%v) is not from %v to %v", s.refresh, minWait, maxRefresh)
	}
	if s.keep < 2*s.refresh {
		s.fault("Keep(%v) is shorter than twice Refresh(%v)", s.keep, s.refresh)
	}
	if s.cooldown < minWait {
		s.fault("Cooldown(%v) is shorter than %v", s.cooldown, minWait)
	}
	if s.backoff < minWait {
		s.fault("Backoff(%v) is shorter than %v", s.backoff, minWait)
	}
	if s.keys != nil && len(s.fetches) > 0 {
		s.fault("%s configures fetching, but Keys sets the keys", strings.Join(s.fetches, ", "))
	}
	if s.clock == nil {
		s.fault("the clock is nil")
	}
	for i, name := range s.types {
		s.types[i] = mediaType(name)
	}
}

func (s *settings) log() *slog.Logger {
	if s.logger != nil {
		return s.logger
	}
	return slog.Default()
}

// mediaType normalizes a typ header: lower case, without application/ (RFC 7515 §4.1.9).
func mediaType(typ string) string {
	typ = strings.ToLower(typ)
	if rest, ok := strings.CutPrefix(typ, "application/"); ok && !strings.Contains(rest, "/") {
		return rest
	}
	return typ
}
