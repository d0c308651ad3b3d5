package main

import (
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// An Article is shown to a viewer, who may be its author.
type Article struct {
	ID                             int64
	Slug, Title, Description, Body string
	Tags                           []string
	Created, Updated               time.Time
	Favorited                      bool // whether it is a favorite of the viewer
	Favorites                      int
	Author                         Profile
}

var (
	slug      = prop.String("slug").NoNUL().ReadOnly()
	title     = text("title", 200).MinLen(1)
	createdAt = prop.DateTime("createdAt").Fraction(3).ReadOnly()
	updatedAt = prop.DateTime("updatedAt").Fraction(3).ReadOnly()
	tag       = text("tag", 50).MinLen(1).Pattern(`^[^\n]+$`)
	tagList   = prop.Array(tag).As("tagList").MaxItems(20)
)

var articles = collection.Of("Article", func(a *Article) collection.Fields {
	return collection.Fields{
		slug.At(&a.Slug).Key(),
		title.At(&a.Title),
		text("description", 1000).At(&a.Description),
		text("body", 100_000).At(&a.Body).Except(collection.List),
		tagList.Default(nil).At(&a.Tags).Except(collection.Update),
		createdAt.At(&a.Created),
		updatedAt.At(&a.Updated),
		prop.Bool("favorited").ReadOnly().At(&a.Favorited),
		prop.Int("favoritesCount").Format("").ReadOnly().At(&a.Favorites),
		profiles.Object().As("author").ReadOnly().At(&a.Author),
	}
}).IgnoreReadOnly() // clients send back what they got

// The filters of lists.
var (
	byTag       = paginate.Equal(tag).Describe("Filter by tag")
	byAuthor    = paginate.Equal(username.As("author")).Describe("Filter by author (username)")
	byFavorited = paginate.Equal(username.As("favorited")).Describe("Filter by favorites of a user (username)")
)

// NoSuchArticle is the problem of an article that does not exist.
var NoSuchArticle = render.NewProblem(404, "no_such_article", "No such article.")

// articleLists returns the lists of articles, newest first.
func (s server) articleLists() route.Member {
	pages := paginate.ByOffset().Default(20).Max(100).Pagination("", paginate.TotalItems("articlesCount"))
	newest := paginate.Desc(createdAt)
	return route.Group("",
		route.List("/articles/feed", articles.List(), pages).
			ID("GetArticlesFeed").Summary("Get recent articles from users you follow").
			Describe("Get most recent articles from users you follow. Use query parameters to limit. Auth is required").
			DefaultOrder(newest).
			Handle(func(c *route.Call, q paginate.Query) (paginate.Result[Article], error) {
				return s.store.Feed(c.Context(), caller(c), q)
			}),
		route.List("/articles", articles.List(), pages).
			ID("GetArticles").Summary("Get recent articles globally").
			Describe("Get most recent articles globally. Use query parameters to filter results. Auth is optional").
			DefaultOrder(newest).
			Filters(byTag, byAuthor, byFavorited).Public().
			Handle(func(c *route.Call, q paginate.Query) (paginate.Result[Article], error) {
				return s.store.Articles(c.Context(), caller(c), q)
			}),
	).Tag("Articles").Renderer(render.Envelope("articles"))
}

func (s server) articleRoutes() route.Member {
	request := wrapped(articles, "ArticleRequest", "article")
	return route.Group("/articles",
		route.Post("", request.Create(), articles.View()).
			ID("CreateArticle").Summary("Create an article").Describe("Create an article. Auth is required").
			Handle(func(c *route.Call, in Article) (Article, error) {
				return s.store.CreateArticle(c.Context(), caller(c), in)
			}),
		route.Group("/{slug}",
			route.Get("", articles.View()).
				ID("GetArticle").Summary("Get an article").Describe("Get an article. Auth not required").Public().
				Handle(func(c *route.Call) (Article, error) { return s.store.Article(c.Context(), caller(c), slug.Get(c)) }),
			route.Put("", route.JSON(request.Update(), "application/json"), articles.View()).
				ID("UpdateArticle").Summary("Update an article").Describe("Update an article. Auth is required").Fails(render.Forbidden).
				Handle(func(c *route.Call, patch collection.Patch[Article]) (Article, error) {
					return s.store.UpdateArticle(c.Context(), caller(c), slug.Get(c), patch.Apply)
				}),
			route.Delete("", collection.NoContent()).
				ID("DeleteArticle").Summary("Delete an article").Describe("Delete an article. Auth is required").Fails(render.Forbidden).
				Handle(func(c *route.Call) (collection.Empty, error) {
					return collection.Empty{}, s.store.DeleteArticle(c.Context(), caller(c), slug.Get(c))
				}),
		).Path(slug).Fails(NoSuchArticle),
	).Tag("Articles").Renderer(render.Envelope("article"))
}

func (s server) favoriteRoutes() route.Member {
	return route.Group("/articles/{slug}/favorite",
		route.Post("", collection.NoContent(), articles.View()).
			ID("CreateArticleFavorite").Summary("Favorite an article").Describe("Favorite an article. Auth is required").Status(200).
			Handle(func(c *route.Call, _ collection.Empty) (Article, error) {
				return s.store.Favorite(c.Context(), caller(c), slug.Get(c))
			}),
		route.Delete("", articles.View()).
			ID("DeleteArticleFavorite").Summary("Unfavorite an article").Describe("Unfavorite an article. Auth is required").
			Handle(func(c *route.Call) (Article, error) { return s.store.Unfavorite(c.Context(), caller(c), slug.Get(c)) }),
	).Path(slug).Tag("Favorites").Renderer(render.Envelope("article")).Fails(NoSuchArticle)
}

func (s server) tagRoutes() route.Member {
	return route.Get("/tags", collection.ValueOf(prop.Array(prop.String("tags"))).View()).
		ID("GetTags").Summary("Get tags").Describe("Get tags. Auth not required").
		Tag("Tags").Renderer(render.Envelope("tags")).Public().
		Handle(func(c *route.Call) ([]string, error) { return s.store.Tags(c.Context()) })
}
