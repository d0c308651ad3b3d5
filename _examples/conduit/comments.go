package main

import (
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// A Comment is about an article.
type Comment struct {
	ID               int64
	Body             string
	Created, Updated time.Time
	Author           Profile
}

var commentID = prop.Int64("id").Format("").ReadOnly()

var comments = collection.Of("Comment", func(m *Comment) collection.Fields {
	return collection.Fields{
		commentID.At(&m.ID).Key(),
		createdAt.At(&m.Created),
		updatedAt.At(&m.Updated),
		text("body", 10_000).MinLen(1).At(&m.Body),
		profiles.Object().As("author").ReadOnly().At(&m.Author),
	}
}).IgnoreReadOnly()

// NoSuchComment is the problem of a comment that does not exist.
var NoSuchComment = render.NewProblem(404, "no_such_comment", "No such comment.")

func (s server) commentRoutes() route.Member {
	return route.Group("/articles/{slug}/comments",
		route.Get("", collection.Many(comments.View())).
			ID("GetArticleComments").Summary("Get comments for an article").
			Describe("Get the comments for an article. Auth is optional").
			Renderer(render.Envelope("comments")).Public().
			Handle(func(c *route.Call) ([]Comment, error) { return s.store.Comments(c.Context(), caller(c), slug.Get(c)) }),
		route.Post("", wrapped(comments, "CommentRequest", "comment").Create(), comments.View()).
			ID("CreateArticleComment").Summary("Create a comment for an article").
			Describe("Create a comment for an article. Auth is required").
			Renderer(render.Envelope("comment")).Status(200).
			Handle(func(c *route.Call, in Comment) (Comment, error) {
				return s.store.CreateComment(c.Context(), caller(c), slug.Get(c), in.Body)
			}),
		route.Delete("/{id}", collection.NoContent()).
			ID("DeleteArticleComment").Summary("Delete a comment for an article").
			Describe("Delete a comment for an article. Auth is required").
			Path(commentID).Fails(NoSuchComment, render.Forbidden).
			Handle(func(c *route.Call) (collection.Empty, error) {
				return collection.Empty{}, s.store.DeleteComment(c.Context(), caller(c), slug.Get(c), commentID.Get(c))
			}),
	).Path(slug).Tag("Comments").Fails(NoSuchArticle)
}
