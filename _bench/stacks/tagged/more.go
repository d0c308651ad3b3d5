package tagged

import (
	"encoding/json"
	"fmt"

	"bench/more"
)

// A Person is one of the people.
type Person struct {
	Name   string `json:"name" minLength:"1" maxLength:"40"`
	Street string `json:"street" minLength:"1" maxLength:"60"`
	City   string `json:"city" minLength:"1" maxLength:"40"`
	Notes  string `json:"notes" minLength:"1" maxLength:"200"`
}

// People are the people of a request.
type People struct {
	People []Person `json:"people" maxItems:"100" nullable:"false"`
}

// A Node is a part of a tree.
type Node struct {
	Name     string `json:"name" minLength:"1" maxLength:"40"`
	Children []Node `json:"children" maxItems:"10" nullable:"false"`
}

// A Shape has a size whose name depends on its kind.
type Shape struct {
	Kind string
	Name string
	Size int64
}

// Drawing has shapes.
type Drawing struct {
	Shapes []Shape `json:"shapes"`
}

// UnmarshalJSON decodes the kind first, and then the members of the kind.
func (s *Shape) UnmarshalJSON(text []byte) error {
	var tag struct{ Kind string }
	if err := json.Unmarshal(text, &tag); err != nil {
		return err
	}
	size, known := sizes[tag.Kind]
	if !known {
		return fmt.Errorf("the kind must be one of %d", more.Cases)
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return err
	}
	if len(members) != 3 || members["name"] == nil || members[size] == nil {
		return fmt.Errorf("a shape of kind %s has a name and %s", tag.Kind, size)
	}
	s.Kind = tag.Kind
	if err := json.Unmarshal(members["name"], &s.Name); err != nil {
		return err
	}
	return json.Unmarshal(members[size], &s.Size)
}

// MarshalJSON encodes the members of the kind.
func (s Shape) MarshalJSON() ([]byte, error) {
	name, err := json.Marshal(s.Name)
	return fmt.Appendf(nil, `{"kind":"%s","name":%s,"%s":%d}`, s.Kind, name, sizes[s.Kind], s.Size), err
}

// sizes are the names of sizes by kind.
var sizes = func() map[string]string {
	all := map[string]string{}
	for i := range more.Cases {
		all[fmt.Sprintf("k%02d", i)] = fmt.Sprintf("size%02d", i)
	}
	return all
}()
