package main

import (
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// A User has an account.
type User struct {
	ID                          int64
	Email, Username, Bio, Image string
	Password                    string // only in requests; the store keeps a hash
	Token                       string
}

var (
	email    = prop.Email("email").MaxLen(254)
	username = text("username", 64).MinLen(1)
	bio      = text("bio", 4000)
	image    = text("image", 2000).Describe("The URL of a picture.")
	password = prop.String("password").Format("password").WriteOnly().
			Rule("too_long", "must have at most 72 bytes", func(s string) bool { return len(s) <= 72 }) // the limit of bcrypt
	token = prop.String("token").ReadOnly()
)

var users = collection.Of("User", func(u *User) collection.Fields {
	return collection.Fields{
		username.At(&u.Username),
		email.At(&u.Email),
		password.MinLen(8).At(&u.Password),
		bio.At(&u.Bio).Except(collection.Create),
		image.At(&u.Image).Except(collection.Create),
		token.At(&u.Token),
	}
}).IgnoreReadOnly() // clients send back what they got

var logins = collection.Of("LoginUser", func(u *User) collection.Fields {
	return collection.Fields{email.At(&u.Email), password.At(&u.Password)}
})

// WrongPassword says the same whether the email address or the password is wrong.
var WrongPassword = render.NewProblem(401, "wrong_password", "The email address or the password is wrong.")

func (s server) userRoutes() route.Member {
	request := wrapped(users, "UserRequest", "user")
	return route.Group("",
		route.Post("/users/login", wrapped(logins, "LoginRequest", "user").Create(), users.View()).
			ID("Login").Summary("Existing user login").Describe("Login for existing user").
			Public().Throttle(guesses).Status(200).Fails(WrongPassword).
			Handle(func(c *route.Call, in User) (User, error) {
				return s.signed(s.store.Login(c.Context(), in.Email, in.Password))
			}),
		route.Post("/users", request.Create(), users.View()).
			ID("CreateUser").Describe("Register a new user").
			Public().Throttle(guesses).
			Handle(func(c *route.Call, in User) (User, error) {
				return s.signed(s.store.CreateUser(c.Context(), in))
			}),
		route.Get("/user", users.View()).
			ID("GetCurrentUser").Summary("Get current user").Describe("Gets the currently logged-in user").
			Handle(func(c *route.Call) (User, error) { return s.signed(s.store.User(c.Context(), caller(c))) }),
		route.Put("/user", route.JSON(request.Update(), "application/json"), users.View()).
			ID("UpdateCurrentUser").Summary("Update current user").
			Describe("Updated user information for current user").Throttle(guesses).
			Handle(func(c *route.Call, patch collection.Patch[User]) (User, error) {
				return s.signed(s.store.UpdateUser(c.Context(), caller(c), patch.Apply))
			}),
	).Tag("User and Authentication").Renderer(render.Envelope("user"))
}

// signed returns a user of the store with a new token.
func (s server) signed(u User, err error) (User, error) {
	if err == nil {
		u.Token, err = s.tokens.Issue(u.ID)
	}
	return u, err
}
