package compile

import (
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

var _ = collection.Of("Bad", func(b *Book) collection.Fields {
	return collection.Fields{
		// A field of another type.
		pages.At(&b.Title), // want 5: cannot use &b.Title .*\*string.* as \*int .* pages.At
		// A value for its address.
		title.At(b.Title), // want 5: cannot use b.Title .*string.* as \*string .* title.At
		// A nullable property in a field without nil.
		prop.Nullable(title).At(&b.Title), // want 5: cannot use &b.Title .*\*string.* as \*\*string .* prop.Nullable\(title\).At
		// A property without a field.
		title.Key(), // want 4: title.Key undefined
	}
})

// A mode for a collection.
var _ = prop.Object(books.View()) // want 5: collection.Body\[Book\] of books.View\(\) does not match prop.Collection
// A collection for a property.
var _ = prop.Array(books) // want 4: collection.Collection\[Book\] of books does not match prop.Of
// A rule of numbers for a string.
var _ = prop.String("title").Min(3) // want 4: StringProp\[string\] has no field or method Min
// A rule of strings for a number.
var _ = prop.Int("pages").Pattern("^1$") // want 4: NumberProp\[int\] has no field or method Pattern
// A default of another type.
var _ = prop.Int("pages").Default("1") // want 5: cannot use "1" .* as int value
