package codehost

import (
	"slices"
	"strconv"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// An Issue is something to do.
type Issue struct {
	Number           int
	Title, State     string
	Body             *string
	Labels           []Label
	User             User
	Locked           bool
	LockReason       *string
	Created, Updated time.Time

	comments []Comment
}

// A Label is a name, which clients may send alone, with a color.
type Label struct{ Name, Color string }

var (
	number = prop.Int("number").Min(1).ReadOnly()
	color  = prop.String("color").Pattern("^[0-9a-f]{6}$").Default("ededed")
	label  = prop.String("name").MinLen(1).MaxLen(50)
)

var labels = collection.OneOf("Label",
	collection.Case(label, func(name string) Label { return Label{name, "ededed"} }, func(l Label) (string, bool) { return l.Name, false }),
	collection.CaseOf[Label](collection.Of("LabelObject", func(l *Label) collection.Fields {
		return collection.Fields{label.At(&l.Name), color.At(&l.Color)}
	})),
)

var issues = collection.Of("Issue", func(i *Issue) collection.Fields {
	return collection.Fields{
		number.At(&i.Number).Key(),
		prop.String("title").MinLen(1).MaxLen(256).At(&i.Title),
		prop.Nullable(prop.String("body").MaxLen(65536)).Default(nil).At(&i.Body),
		prop.Enum("state", "open", "closed").At(&i.State).Except(collection.Create),
		prop.Array(prop.Union(labels)).As("labels").MaxItems(100).Default(nil).At(&i.Labels),
		users.Object().As("user").ReadOnly().At(&i.User),
		prop.Bool("locked").ReadOnly().At(&i.Locked),
		prop.Nullable(prop.String("active_lock_reason")).ReadOnly().At(&i.LockReason),
		collection.Computed(prop.Int("comments"), func(i *Issue) int { return len(i.comments) }),
		createdAt.At(&i.Created),
		updatedAt.At(&i.Updated),
	}
}).Versioned(func(i *Issue) collection.Version {
	return collection.Version{Tag: strconv.FormatInt(i.Updated.UnixNano(), 36), Modified: i.Updated}
})

// A Comment is about an issue.
type Comment struct {
	ID               int64
	Body             string
	User             User
	Created, Updated time.Time
}

var commentID = prop.Int64("id").Min(1).ReadOnly()

var comments = collection.Of("IssueComment", func(c *Comment) collection.Fields {
	return collection.Fields{
		commentID.At(&c.ID).Key(),
		prop.String("body").MinLen(1).MaxLen(65536).At(&c.Body),
		users.Object().As("user").ReadOnly().At(&c.User),
		createdAt.At(&c.Created),
		updatedAt.At(&c.Updated),
	}
})

// The parameters.
var (
	deletedID   = commentID.As("comment_id")
	issueNumber = number.As("issue_number")
	stateFilter = prop.Enum("state", "open", "closed", "all").Default("open")
	labelFilter = prop.Array(prop.String("labels")).MaxItems(20).Optional()
	location    = prop.URIReference("Location")
	lockReason  = prop.Enum("lock_reason", "off-topic", "resolved", "spam", "too heated").Optional()
	locks       = collection.New("Lock", lockReason)
)

// issue calls use with the issue of the path.
func (s *server) issue(c *route.Call, use func(*Issue) error) error {
	return s.repo(c, func(r *Repo) error {
		i := slices.IndexFunc(r.issues, func(i *Issue) bool { return i.Number == issueNumber.Get(c) })
		if i < 0 {
			return NotFound
		}
		return use(r.issues[i])
	})
}

func (s *server) issueRoutes() route.Member {
	return route.Group("/issues",
		route.List("", issues.List(), pages).
			ID("issues/list-for-repo").Summary("List issues").Public().
			DefaultOrder(paginate.Desc(createdAt)).Sorting(createdAt, updatedAt).MaxTerms(1).
			Filters(paginate.AtLeast(updatedAt).As("since")).
			Query(stateFilter, route.CSV(labelFilter)).
			Handle(s.listIssues),
		route.Post("", issues.Create(), vendored(issues.View())).
			ID("issues/create").Summary("Create an issue").
			ResponseHeader(location).
			Handle(func(c *route.Call, in Issue) (Issue, error) {
				err := s.repo(c, func(r *Repo) error {
					now := s.clock()
					in.Number, in.State, in.User, in.Created, in.Updated = len(r.issues)+1, "open", caller(c), now, now
					stored := in
					r.issues = append(r.issues, &stored)
					return nil
				})
				location.Set(c, c.Request().URL.Path+"/"+strconv.Itoa(in.Number))
				return in, err
			}),
		route.Delete("/comments/{comment_id}", collection.NoContent()).
			ID("issues/delete-comment").Summary("Delete a comment").
			Path(deletedID).
			Handle(s.deleteComment),
		route.Group("/{issue_number}",
			route.Get("", vendored(issues.View())).
				ID("issues/get").Summary("Get an issue").Public().
				Handle(func(c *route.Call) (out Issue, _ error) {
					err := s.issue(c, func(i *Issue) error { out = *i; return nil })
					return out, err
				}),
			route.Patch("", route.JSON(issues.Update(), plain), vendored(issues.View())).
				ID("issues/update").Summary("Update an issue").
				Handle(func(c *route.Call, p collection.Patch[Issue]) (out Issue, _ error) {
					err := s.issue(c, func(i *Issue) error {
						if err := p.Apply(i); err != nil {
							return err
						}
						i.Updated = s.clock()
						out = *i
						return nil
					})
					return out, err
				}),
			route.Put("/lock", route.Optional(locks.Create()), collection.NoContent()).
				ID("issues/lock").Summary("Lock an issue").
				Handle(func(c *route.Call, in *collection.Record) (n collection.Empty, _ error) {
					return n, s.issue(c, func(i *Issue) error {
						if i.Locked, i.LockReason = true, nil; in != nil {
							i.LockReason = lockReason.Pointer(*in)
						}
						return nil
					})
				}),
			route.Delete("/lock", collection.NoContent()).
				ID("issues/unlock").Summary("Unlock an issue").
				Handle(func(c *route.Call) (n collection.Empty, _ error) {
					return n, s.issue(c, func(i *Issue) error { i.Locked, i.LockReason = false, nil; return nil })
				}),
			route.List("/comments", comments.List(), pages).
				ID("issues/list-comments").Summary("List comments").Public().
				DefaultOrder(paginate.Asc(commentID)).
				Filters(paginate.AtLeast(updatedAt).As("since")).
				Handle(func(c *route.Call, q paginate.Query) (page paginate.Result[Comment], _ error) {
					err := s.issue(c, func(i *Issue) (err error) {
						page, err = mempage.Select(q, comments, i.comments)
						return err
					})
					return page, err
				}),
			route.Post("/comments", comments.Create(), vendored(comments.View())).
				ID("issues/create-comment").Summary("Create a comment").
				Handle(func(c *route.Call, in Comment) (Comment, error) {
					err := s.issue(c, func(i *Issue) error {
						s.made++
						now := s.clock()
						in.ID, in.User, in.Created, in.Updated = int64(s.made), caller(c), now, now
						i.comments, i.Updated = append(i.comments, in), now
						return nil
					})
					return in, err
				}),
		).Path(issueNumber),
	)
}

func (s *server) listIssues(c *route.Call, q paginate.Query) (page paginate.Result[Issue], _ error) {
	state, _ := stateFilter.Lookup(c)
	err := s.repo(c, func(r *Repo) (err error) {
		var rows []Issue
		for _, i := range r.issues {
			named := func(name string) bool {
				return slices.ContainsFunc(i.Labels, func(l Label) bool { return l.Name == name })
			}
			if (state == "all" || i.State == state) && !slices.ContainsFunc(labelFilter.Get(c), func(name string) bool { return !named(name) }) {
				rows = append(rows, *i)
			}
		}
		page, err = mempage.Select(q, issues, rows)
		return err
	})
	return page, err
}

func (s *server) deleteComment(c *route.Call) (n collection.Empty, _ error) {
	id := deletedID.Get(c)
	return n, s.repo(c, func(r *Repo) error {
		for _, i := range r.issues {
			if at := slices.IndexFunc(i.comments, func(c Comment) bool { return c.ID == id }); at >= 0 {
				i.comments = slices.Delete(i.comments, at, at+1)
				return nil
			}
		}
		return NotFound
	})
}
