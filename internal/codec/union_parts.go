package codec

import (
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// compileWithFiles compiles a union some of whose cases are files or lists of files, as members of
// multipart forms have it.
func (v *UnionForm) compileWithFiles(c *Compiler) Codec {
	u := &partUnion{union: v.compile(c, objectKey{v, c.Mode.Nested()})}
	for i := range u.cases {
		k := &u.cases[i]
		switch files := filesOf(k.codec); {
		case files == nil:
		case tree.IsFile(v.Node.Cases[i]):
			u.one, u.file = files, k
		default:
			u.several, u.list = files, k
		}
	}
	if kinds := v.Node.Kinds(); kinds != 0 {
		others := u.withTexts(kinds)
		if kinds&scalarKinds != 0 && kinds&tree.KindObject != 0 {
			others = &textUnion{u.union, kinds & scalarKinds} // objects and lists are JSON
		}
		u.others = &encodings{text: TextOf(others), texts: TextsOf(others)}
	}
	return u
}

// partUnion is a union with files: a part with a file name is one, several are a list. Other parts are
// of the other cases.
type partUnion struct {
	*union
	one, several *Files // nil: no case is a file, or a list of files
	file, list   *unionCase
	others       *encodings // nil: all cases are files
}

func (u *partUnion) array(l *array) Codec { return &fileArray{l, filesOf(l.item)} }

// ParseFiles implements half of [Files].
func (u *partUnion) ParseFiles(r *Report, parts []*Part, t place.Addr) {
	files, k := u.one, u.file
	if u.several != nil && (len(parts) > 1 || files == nil) {
		files, k = u.several, u.list
	}
	inside := k.Form.Type.New()
	mark := r.Mark()
	if files.ParseFiles(r, parts, inside); !r.Since(mark) {
		k.Wrap(t, inside)
	}
}

// AppendFiles implements half of [Files].
func (u *partUnion) AppendFiles(parts []*Part, t place.Addr) []*Part {
	switch k, inside := u.caseOf(t); k {
	case nil:
	case u.file:
		return u.one.AppendFiles(parts, inside)
	case u.list:
		return u.several.AppendFiles(parts, inside)
	}
	return parts
}

// besides returns the encodings of the values that are no files; nil if all are.
func (u *partUnion) besides(own *ruleCodec) *encodings {
	if u.others == nil || own == nil {
		return u.others
	}
	v := &encodings{}
	if t := u.others.text; t != nil {
		v.text = &Text{parseWithRules(own, t.ParseText), t.AppendText}
	}
	if t := u.others.texts; t != nil {
		v.texts = &Texts{parseWithRules(own, t.ParseTexts), t.AppendTexts}
	}
	return v
}

// encoding returns the encoding of the value at t: that of files, of texts, or nil for JSON.
func (u *partUnion) encoding(files *encodings, t place.Addr) *encodings {
	k, _ := u.caseOf(t)
	switch {
	case k == nil || k == u.file || k == u.list:
		return files
	case u.others.texts != nil:
		return u.others
	}
	if n := k.Form.Node; u.others.text != nil && tree.KindsOf(n, n.Nullable)&^scalarKinds == 0 {
		return u.others
	}
	return nil
}
