package main

import (
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// A Profile is what everybody sees of a user.
type Profile struct {
	Username, Bio, Image string
	Following            bool // whether the caller follows the user
}

var profiles = collection.Of("Profile", func(p *Profile) collection.Fields {
	return collection.Fields{
		username.At(&p.Username),
		bio.At(&p.Bio),
		image.At(&p.Image),
		prop.Bool("following").At(&p.Following),
	}
})

// NoSuchUser is the problem of a profile that does not exist.
var NoSuchUser = render.NewProblem(404, "no_such_user", "No such user.")

func (s server) profileRoutes() route.Member {
	name := prop.String("username").NoNUL().Describe("Username of the profile")
	return route.Group("/profiles/{username}",
		route.Get("", profiles.View()).
			ID("GetProfileByUsername").Summary("Get a profile").
			Describe("Get a profile of a user of the system. Auth is optional").Public().
			Handle(func(c *route.Call) (Profile, error) { return s.store.Profile(c.Context(), caller(c), name.Get(c)) }),
		route.Post("/follow", collection.NoContent(), profiles.View()).
			ID("FollowUserByUsername").Summary("Follow a user").Describe("Follow a user by username").Status(200).
			Handle(func(c *route.Call, _ collection.Empty) (Profile, error) {
				return s.store.Follow(c.Context(), caller(c), name.Get(c))
			}),
		route.Delete("/follow", profiles.View()).
			ID("UnfollowUserByUsername").Summary("Unfollow a user").Describe("Unfollow a user by username").
			Handle(func(c *route.Call) (Profile, error) { return s.store.Unfollow(c.Context(), caller(c), name.Get(c)) }),
	).Path(name).Tag("Profile").Renderer(render.Envelope("profile")).Fails(NoSuchUser)
}
