package codehost

import (
	"strconv"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// A Repo is a repository.
type Repo struct {
	ID               int64
	Name             string
	Owner            User
	Description      *string
	Archived, Issues bool
	Updated          time.Time

	issues []*Issue
	files  map[string]*File
}

var repos = collection.Of("Repository", func(r *Repo) collection.Fields {
	return collection.Fields{
		prop.Int64("id").ReadOnly().At(&r.ID).Key(),
		prop.String("name").MaxLen(100).ReadOnly().At(&r.Name),
		collection.Computed(prop.String("full_name"), fullName),
		users.Object().As("owner").ReadOnly().At(&r.Owner),
		prop.Nullable(prop.String("description").MaxLen(350)).At(&r.Description),
		prop.Bool("archived").At(&r.Archived),
		prop.Bool("has_issues").At(&r.Issues),
		updatedAt.At(&r.Updated),
	}
}).Versioned(func(r *Repo) collection.Version {
	return collection.Version{Tag: strconv.FormatInt(r.Updated.UnixNano(), 36), Modified: r.Updated}
})

func fullName(r *Repo) string { return r.Owner.Login + "/" + r.Name }

// NotFound is the problem of everything that does not exist.
var NotFound = render.NewProblem(404, "not_found", "Not Found")

func newServer(clock func() time.Time) *server {
	r := &Repo{ID: 1, Name: "whale", Owner: User{"ann"}, Issues: true, Updated: clock(), files: map[string]*File{}}
	return &server{clock: clock, repos: map[string]*Repo{fullName(r): r}, starred: map[string]bool{}}
}

// repo calls use with the repository of the path.
func (s *server) repo(c *route.Call, use func(*Repo) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.repos[owner.Get(c)+"/"+repo.Get(c)]
	if r == nil {
		return NotFound
	}
	return use(r)
}

func (s *server) repositories() route.Member {
	return route.Group("/repos/{owner}/{repo}",
		route.Get("", vendored(repos.View())).
			ID("repos/get").Summary("Get a repository").Public().
			Handle(func(c *route.Call) (out Repo, _ error) {
				err := s.repo(c, func(r *Repo) error { out = *r; return nil })
				return out, err
			}),
		route.Patch("", route.JSON(repos.Update(), plain), vendored(repos.View())).
			ID("repos/update").Summary("Update a repository").
			Handle(func(c *route.Call, p collection.Patch[Repo]) (out Repo, _ error) {
				err := s.repo(c, func(r *Repo) error {
					if err := p.Apply(r); err != nil {
						return err
					}
					r.Updated = s.clock()
					out = *r
					return nil
				})
				return out, err
			}),
		route.Post("/forks", route.Optional(forks.Create()), vendored(repos.View())).Status(202).
			ID("repos/create-fork").Summary("Fork a repository").
			Returns("The fork is made in the background.").
			Handle(func(c *route.Call, in *collection.Record) (out Repo, _ error) {
				err := s.repo(c, func(r *Repo) error {
					out = Repo{ID: 2, Name: r.Name, Owner: caller(c), Description: r.Description, Updated: s.clock(), files: map[string]*File{}}
					if in != nil {
						if name, ok := forkName.Lookup(*in); ok {
							out.Name = name
						}
					}
					s.repos[fullName(&out)] = &out
					return nil
				})
				return out, err
			}),
		s.issueRoutes(), s.contentRoutes(),
	).Path(owner, repo).Fails(NotFound)
}

var (
	forkName = prop.String("name").Pattern("^[0-9A-Za-z._-]{1,100}$").Optional()
	forks    = collection.New("Fork", forkName)
)

func (s *server) stars() route.Member {
	key := func(c *route.Call) string { return caller(c).Login + " " + owner.Get(c) + "/" + repo.Get(c) }
	return route.Group("/user/starred/{owner}/{repo}",
		route.Get("", collection.NoContent()).
			ID("activity/check-repo-is-starred-by-authenticated-user").Summary("Check whether a repository is starred").
			Handle(func(c *route.Call) (n collection.Empty, _ error) {
				return n, s.repo(c, func(*Repo) error {
					if !s.starred[key(c)] {
						return NotFound
					}
					return nil
				})
			}),
		route.Put("", collection.NoContent(), collection.NoContent()).
			ID("activity/star-repo-for-authenticated-user").Summary("Star a repository").
			Handle(func(c *route.Call, n collection.Empty) (collection.Empty, error) {
				return n, s.repo(c, func(*Repo) error { s.starred[key(c)] = true; return nil })
			}),
	).Path(owner, repo).Fails(NotFound)
}
