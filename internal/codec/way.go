package codec

// Way is how a member is read from texts and files; what is nil cannot be.
type Way[T any] struct {
	text  func(r *Report, text string, t *T)
	texts func(r *Report, texts []string, t *T)
	files func(r *Report, parts []*Part, t *T)
	// write writes the value in a cell; nil where it is JSON.
	write func(pairs []Pair, name string, cell any) []Pair
}

func wayOf[T, V any](c Codec[V], at func(*T) *V) (w Way[T]) {
	if text, ok := TextOf(c); ok {
		w.text = func(r *Report, s string, t *T) { text.ParseText(r, s, at(t)) }
		w.write = func(pairs []Pair, name string, cell any) []Pair {
			return append(pairs, Pair{Name: name, Text: string(text.AppendText(nil, cell.(*V)))})
		}
	}
	if texts, ok := TextsOf(c); ok {
		w.texts = func(r *Report, s []string, t *T) { texts.ParseTexts(r, s, at(t)) }
		w.write = func(pairs []Pair, name string, cell any) []Pair {
			for _, item := range texts.AppendTexts(nil, cell.(*V)) {
				pairs = append(pairs, Pair{Name: name, Text: item})
			}
			return pairs
		}
	}
	if files, ok := filesOf(c); ok {
		w.files = func(r *Report, parts []*Part, t *T) { files.ParseFiles(r, parts, at(t)) }
		w.write = func(pairs []Pair, name string, cell any) []Pair {
			for _, part := range files.AppendFiles(nil, cell.(*V)) {
				pairs = append(pairs, Pair{Name: name, Part: part})
			}
			return pairs
		}
	}
	return w
}

// filesOf looks below rules of the user's own, which then judge as ever.
func filesOf[V any](c Codec[V]) (Files[V], bool) {
	if r, own := c.(*ruled[V]); own {
		inner, ok := r.inner.(Files[V])
		return &ruledFiles[V]{r, inner}, ok
	}
	f, ok := c.(Files[V])
	return f, ok
}

type ruledFiles[V any] struct {
	rules *ruled[V]
	files Files[V]
}

func (c *ruledFiles[V]) ParseFiles(r *Report, parts []*Part, v *V) {
	mark := r.Mark()
	c.files.ParseFiles(r, parts, v)
	c.rules.test(r, mark, v)
}

func (c *ruledFiles[V]) AppendFiles(parts []*Part, v *V) []*Part {
	return c.files.AppendFiles(parts, v)
}
