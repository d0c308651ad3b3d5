// Package documents renders what the stack of this library documents. It stands
// apart because a program that only serves links nothing of it.
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
