// Package validated validates tagged types with go-playground/validator, for the stacks
// without validation of their own.
package validated

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"bench/stacks/tagged"

	"github.com/go-playground/validator/v10"
)

// Query has the parameters of the list.
type Query struct {
	Page     int    `form:"page,default=1" query:"page" schema:"page,default:1" validate:"min=1"`
	Limit    int    `form:"limit,default=20" query:"limit" schema:"limit,default:20" validate:"min=1,max=100"`
	OrderBy  string `form:"order_by" query:"order_by" schema:"order_by" validate:"omitempty,oneof=name -name price -price"`
	Status   string `form:"status" query:"status" schema:"status" validate:"omitempty,oneof=draft active retired"`
	MinPrice int64  `form:"min_price" query:"min_price" schema:"min_price" validate:"min=0,max=100000000"`
}

// Product has the parameter of one product.
type Product struct {
	ID string `uri:"id" param:"id" validate:"uuid"`
}

// Thing has the parameters of a route.
type Thing struct {
	Area  int64 `uri:"area" param:"area" validate:"min=1"`
	Thing int64 `uri:"thing" param:"thing" validate:"min=1"`
}

// Use registers the patterns and the JSON names of members.
func Use(v *validator.Validate) *validator.Validate {
	for name, expr := range map[string]string{"sku": tagged.SKU, "tag": tagged.Tag} {
		re := regexp.MustCompile(expr)
		if err := v.RegisterValidation(name, func(f validator.FieldLevel) bool { return re.MatchString(f.Field().String()) }); err != nil {
			panic(err)
		}
	}
	v.RegisterTagNameFunc(func(f reflect.StructField) string {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		return name
	})
	return v
}

// New returns a validator.
func New() *validator.Validate { return Use(validator.New(validator.WithRequiredStructEnabled())) }

// Problem is an error response.
type Problem struct {
	Title  string      `json:"title"`
	Status int         `json:"status"`
	Errors []Violation `json:"errors,omitempty"`
}

// Violation is a violation of a rule.
type Violation struct {
	Code    string `json:"code"`
	Detail  string `json:"detail"`
	Pointer string `json:"pointer"`
}

// Explain converts an error of decoding or validation to a response.
func Explain(err error) Problem {
	wrong, ok := errors.AsType[validator.ValidationErrors](err)
	if !ok {
		return Problem{Title: err.Error(), Status: 400}
	}
	p := Problem{Title: "Unprocessable Content", Status: 422}
	for _, w := range wrong {
		_, path, _ := strings.Cut(w.Namespace(), ".")
		p.Errors = append(p.Errors, Violation{w.Tag(), fmt.Sprintf("must be %s %s", w.Tag(), w.Param()), path})
	}
	return p
}
