// Package documents renders the documents of the stack of this library. It is separate,
// because a program that only serves an API does not link it.
package documents

import (
	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/oas"
)

// Render renders the documents of an API in OpenAPI 3.0 and 3.1.
func Render(app *tenon.App) [][]byte {
	return [][]byte{must(oas.JSON(app, oas.V30)), must(oas.JSON(app, oas.V31))}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
