module subscriber

go 1.26.0

require github.com/tenon-go/tenon v0.1.0
