package l10n

import "testing"

func TestFilesOfTheLibraryHaveNoFaults(t *testing.T) {
	for _, tag := range Builtin().Tags()[1:] {
		f := parseBuiltin(tag)
		for _, fault := range f.faults {
			t.Errorf("languages/%s.txt:%s", tag, fault)
		}
		if f.tag.String() != tag {
			t.Errorf("languages/%s.txt is in %s", tag, f.tag)
		}
		for _, m := range f.entries {
			if reason := m.text.fault(f.tag, arguments(m.key)); reason != "" || nameFault(m.key.String()) != "" {
				t.Errorf("languages/%s.txt:%d: %s: %s", tag, m.line, m.key, reason)
			}
		}
	}
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		parseBuiltin("ru")
	}
}
