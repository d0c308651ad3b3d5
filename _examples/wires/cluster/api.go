// Package cluster has the wire of an API like that of Kubernetes: objects in JSON and YAML, bodies of any
// media type, options that every list has, and errors of a range with a header.
package cluster

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// A Pod runs containers.
type Pod struct {
	Name   string
	Images []string
	Labels map[string]string
}

var (
	name   = prop.String("name").Pattern("^[a-z0-9-]{1,63}$")
	labels = prop.Map(prop.String("value").MaxLen(63)).As("labels").MaxProperties(20).Default(map[string]string{})
	pods   = collection.Of("Pod", func(p *Pod) collection.Fields {
		return collection.Fields{
			collection.Fixed(prop.Const("apiVersion", "v1")),
			collection.Fixed(prop.Const("kind", "Pod")),
			name.At(&p.Name).Key(),
			prop.Array(prop.String("images").MinLen(1).MaxLen(200)).MinItems(1).MaxItems(9).At(&p.Images),
			labels.At(&p.Labels),
		}
	})
	podList = prop.Array(prop.Object(pods)).As("items").MaxItems(1000)
)

// Options are the parameters of every list, as one value.
type Options struct {
	Selector string // key=value; "" selects all
	Limit    int
}

var (
	options = prop.Object(collection.Of("ListOptions", func(o *Options) collection.Fields {
		return collection.Fields{
			prop.String("labelSelector").Pattern("^([a-z]+=[a-z0-9]+)?$").Default("").At(&o.Selector),
			prop.Int("limit").Min(1).Max(500).Default(100).At(&o.Limit),
		}
	})).As("options")
	retryAfter = prop.Int("Retry-After").Min(0).Optional()
)

// status is an error: {"kind": "Status", "code": 404, "reason": "not_found", "message": …}.
type status struct {
	Code            int
	Reason, Message string
}

var failure = render.NewFormat(collection.Of("Status", func(s *status) collection.Fields {
	return collection.Fields{
		collection.Fixed(prop.Const("kind", "Status")),
		prop.Int("code").At(&s.Code), prop.String("reason").At(&s.Reason), prop.String("message").At(&s.Message),
	}
}).View(), func(f render.Fields) status {
	message := []string{f.Title}
	for _, v := range f.Violations {
		message = append(message, v.Dotted()+" "+v.Detail)
	}
	return status{f.Status, f.Code, strings.Join(message, "; ")}
}, nil)

// Errors that the document does not name: it has the ranges 4XX and 5XX alone.
var (
	exists = render.NewProblem(409, "already_exists", "The pod exists already.")
	full   = render.NewProblem(429, "too_many_pods", "The cluster is full.").ResponseHeader(retryAfter).Header(retryAfter.Is(30))
)

// most is how many pods a cluster has at most.
const most = 3

// NewAPI declares the API of a cluster without pods.
func NewAPI() tenon.API {
	c := &cluster{pods: map[string]Pod{}}
	return tenon.New("Cluster", "v1").
		Describe("An API whose wire is that of Kubernetes.").
		Renderer(render.NoEnvelope()).
		ProblemFormat(failure.Or(failure.Codec(asYAML))).
		InvalidPathNotFound().
		Add(c.create(), c.view(), c.list())
}

// cluster has the pods in memory.
type cluster struct {
	mu   sync.Mutex
	pods map[string]Pod
}

// formatted sends objects as JSON, or as YAML to clients that prefer it.
func formatted[T any](b route.Body[T]) route.Body[T] {
	return route.Encoded(b, route.Codec{MediaType: "application/json"}, asYAML)
}

// fails are the errors that every route may have.
var fails = []*render.Problem{render.AnyClientError.ResponseHeader(retryAfter), render.AnyServerError}

// create reads JSON whatever its media type is, but for YAML.
func (c *cluster) create() *route.Route {
	body := route.Encoded(pods.Create(), route.Codec{MediaType: "*/*"}, asYAML)
	return route.Post("/api/v1/pods", body, formatted(pods.View())).Fails(fails...).
		Handle(func(_ *route.Call, p Pod) (Pod, error) {
			c.mu.Lock()
			defer c.mu.Unlock()
			switch _, there := c.pods[p.Name]; {
			case there:
				return Pod{}, exists
			case len(c.pods) == most:
				return Pod{}, full
			}
			c.pods[p.Name] = p
			return p, nil
		})
}

func (c *cluster) view() *route.Route {
	return route.Get("/api/v1/pods/{name}", formatted(pods.View())).Path(name).Fails(fails...).
		Handle(func(call *route.Call) (Pod, error) {
			c.mu.Lock()
			defer c.mu.Unlock()
			if p, ok := c.pods[name.Get(call)]; ok {
				return p, nil
			}
			return Pod{}, render.NotFound
		})
}

func (c *cluster) list() *route.Route {
	return route.Get("/api/v1/pods", formatted(collection.ValueOf(podList).View())).Query(route.Exploded(options)).Fails(fails...).
		Handle(func(call *route.Call) ([]Pod, error) {
			c.mu.Lock()
			defer c.mu.Unlock()
			o, all := options.Get(call), []Pod{}
			key, value, selects := strings.Cut(o.Selector, "=")
			for _, name := range slices.Sorted(maps.Keys(c.pods)) {
				if p := c.pods[name]; len(all) < o.Limit && (!selects || p.Labels[key] == value) {
					all = append(all, p)
				}
			}
			return all, nil
		})
}
