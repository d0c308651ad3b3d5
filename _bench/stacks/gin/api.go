// Package gin serves the API with gin and its validator.
package gin

import (
	"fmt"
	"net/http"

	"bench/shop"
	"bench/stacks/tagged"
	"bench/stacks/validated"

	"github.com/gin-gonic/gin"
	"github.com/gin-gonic/gin/binding"
	"github.com/go-playground/validator/v10"
)

// engine returns an engine without middleware, whose validator reads the tags of package
// tagged.
func engine() *gin.Engine {
	gin.SetMode(gin.ReleaseMode)
	gin.EnableJsonDecoderDisallowUnknownFields()
	v := binding.Validator.Engine().(*validator.Validate)
	v.SetTagName("validate")
	validated.Use(v)
	return gin.New()
}

// New serves the shop.
func New() http.Handler {
	one, page := tagged.Content()
	e := engine()
	e.GET("/v1/products/:id", func(c *gin.Context) {
		var in validated.Product
		if !bound(c, c.ShouldBindUri(&in)) {
			return
		}
		c.JSON(http.StatusOK, tagged.Data[tagged.Product]{Data: one})
	})
	e.GET("/v1/products", func(c *gin.Context) {
		var in validated.Query
		if !bound(c, c.ShouldBindQuery(&in)) {
			return
		}
		c.JSON(http.StatusOK, tagged.Paginated(page, in.Page, in.Limit))
	})
	e.POST("/v1/products", func(c *gin.Context) {
		var in tagged.Fields
		if !bound(c, c.ShouldBindJSON(&in)) {
			return
		}
		c.JSON(http.StatusCreated, tagged.Data[tagged.Product]{Data: tagged.Product{ID: shop.ID, Fields: in}})
	})
	e.POST("/v1/products/batch", func(c *gin.Context) {
		var in tagged.Batch
		if !bound(c, c.ShouldBindJSON(&in)) {
			return
		}
		c.JSON(http.StatusOK, tagged.Data[tagged.Created]{Data: tagged.Created{Created: len(in.Products)}})
	})
	return e
}

// Routes serves n routes with two parameters in the path.
func Routes(n int) http.Handler {
	e := engine()
	for i := range n {
		e.DELETE(fmt.Sprintf("/v1/r%03d/:area/things/:thing", i), func(c *gin.Context) {
			var in validated.Thing
			if bound(c, c.ShouldBindUri(&in)) {
				c.Status(http.StatusNoContent)
			}
		})
	}
	return e
}

// bound responds with the errors, if there are any.
func bound(c *gin.Context, err error) bool {
	if err == nil {
		return true
	}
	p := validated.Explain(err)
	c.JSON(p.Status, p)
	return false
}
