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

// In binary mode the body is the data, and headers have the rest.
func ExampleBinary() {
	m := event.Message{ID: "7", Type: "product.created", Key: "scie à métaux", Data: []byte(`{"name":"Saw"}`)}
	header := http.Header{}
	err := cloudevents.Binary("https://shop.example.com", m, header)
	fmt.Println(header.Get("ce-type"), header.Get("ce-subject"), string(m.Data), err)

	source, same, err := cloudevents.ParseBinary(header, m.Data)
	fmt.Println(source, same.Key, err)
	// Output:
	// product.created scie%20%C3%A0%20m%C3%A9taux {"name":"Saw"} <nil>
	// https://shop.example.com scie à métaux <nil>
}
