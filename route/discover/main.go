package main

import "github.com/tenon-go/tenon/route/discover/discovery"

func main() { discovery.Main(nil) }
