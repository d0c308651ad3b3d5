package mempage_test

import (
	"fmt"
	"slices"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

func Example() {
	type song struct {
		ID   int
		Name string
		Tags []string
	}
	id := prop.Int("id")
	name := prop.String("name").MaxLen(80)
	songs := collection.Of("Song", func(s *song) collection.Fields {
		return collection.Fields{
			id.At(&s.ID).Key(),
			name.At(&s.Name),
		}
	})
	tag := paginate.Equal(prop.String("tag"))
	list := route.List("/songs", songs.List(), paginate.ByPage()).Sorting(name).Filters(paginate.Prefix(name), tag)

	all := []song{{1, "Blue", []string{"slow"}}, {2, "Black", []string{"slow"}}, {3, "Blank", nil}, {4, "Red", []string{"slow"}}}
	tagged := mempage.Where(tag, func(s *song, v string) bool { return slices.Contains(s.Tags, v) })

	q, err := list.Parse("name_prefix=Bl&tag=slow&order_by=name&limit=1")
	if err != nil {
		fmt.Println(err)
		return
	}
	page, err := mempage.Select(q, songs, all, tagged)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(page.Items[0].Name, "more:", page.More, "total:", page.Total)
	// Output: Black more: true total: 2
}
