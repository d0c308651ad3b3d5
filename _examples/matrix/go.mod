module matrix

go 1.26.0

require github.com/tenon-go/tenon v0.0.0

replace github.com/tenon-go/tenon => ../..
