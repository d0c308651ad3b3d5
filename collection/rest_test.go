package collection_test

import (
	"strings"
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

type labelled struct {
	ID     string
	Name   string
	Labels map[string]string
}

var labelledThings = collection.Of("Labelled", func(l *labelled) collection.Fields {
	return collection.Fields{
		prop.String("id").ReadOnly().At(&l.ID),
		prop.String("name").At(&l.Name),
		collection.Additional(prop.String("labels").MaxLen(3), &l.Labels),
	}
}).MaxProperties(3)

func TestAdditionalStoresUndeclaredMembers(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`{"name":"n"}`, `{"id":"","name":"n"}`},
		{`{"z":"1","name":"n","a":"2"}`, `{"id":"","name":"n","a":"2","z":"1"}`},
		{`{"name":"n","a":"1234"}`, `#/a: must have at most 3 characters (max_length)`},
		{`{"name":"n","a":1}`, `#/a: must be a string (type)`},
		{`{"name":"n","id":"x"}`, `#/id: is set by the server and cannot be sent (read_only)`},
		{`{"name":"n","a":"1","b":"2","c":"3"}`, `#: must have at most 3 members (max_properties)`},
	} {
		got := ""
		if l, err := labelledThings.Create().Parse([]byte(test.text)); err != nil {
			got = err.Error()
		} else {
			text, err := labelledThings.View().Append(nil, l)
			if err != nil {
				t.Fatal(err)
			}
			got = string(text)
		}
		if got != test.want {
			t.Errorf("%s\ngot  %s\nwant %s", test.text, got, test.want)
		}
	}
}

func TestAdditionalInAPatch(t *testing.T) {
	patch, err := labelledThings.Update().Parse([]byte(`{"a":null,"b":"2"}`))
	if err != nil {
		t.Fatal(err)
	}
	before := labelled{Name: "n", Labels: map[string]string{"a": "1", "c": "3"}}
	l := before
	if err := patch.Apply(&l); err != nil {
		t.Fatal(err)
	}
	if len(l.Labels) != 2 || l.Labels["b"] != "2" || l.Labels["c"] != "3" {
		t.Errorf("got %v", l.Labels)
	}
	if len(before.Labels) != 2 || before.Labels["a"] != "1" {
		t.Errorf("the map that was there has changed: %v", before.Labels)
	}
	text, err := labelledThings.Update().Append(nil, patch)
	if err != nil || string(text) != `{"b":"2","a":null}` {
		t.Errorf("got %s, %v", text, err)
	}
}

// With additional members, a value may have the maximum number of members, whatever the
// collection declares.
func TestDefaultsWithAdditionalMayExceedMaxProperties(t *testing.T) {
	c := collection.Of("Labelled", func(l *labelled) collection.Fields {
		return collection.Fields{
			prop.String("name").Default("n").At(&l.Name),
			collection.Additional(prop.String("labels"), &l.Labels),
		}
	}).MaxProperties(3)
	_, err := c.Create().Parse([]byte(`{}`))
	if want := `MaxProperties(3): the default of "name" would be one more`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}
