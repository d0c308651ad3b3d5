package cloudevents_test

import (
	"fmt"
	"net/http"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/event/cloudevents"
)

func ExampleStructured() {
	m := event.Message{ID: "7", Type: "product.created", Key: "saw", Data: []byte(`{"name":"Saw"}`)}
	body, err := cloudevents.Structured("https://shop.example.com", m)
	fmt.Println(string(body), err)
	// Output: {"specversion":"1.0","id":"7","source":"https://shop.example.com","type":"product.created","subject":"saw","datacontenttype":"application/json","data":{"name":"Saw"}} <nil>
}

func ExampleParse() {
	header := http.Header{"Content-Type": {"application/cloudevents+json"}}
	body := `{"specversion":"1.0","id":"7","source":"https://shop.example.com","type":"product.created","data":{"name":"Saw"}}`
	source, m, err := cloudevents.Parse(header, []byte(body))
	fmt.Println(source, m.ID, m.Type, string(m.Data), err)
	// Output: https://shop.example.com 7 product.created {"name":"Saw"} <nil>
}
