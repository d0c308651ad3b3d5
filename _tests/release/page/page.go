package page

import (
	"fmt"
	"os"
	"regexp"
	"strings"
)

// step is what a page says to do: one of its fields is set.
type step struct {
	heading string   // a new section begins
	code    *code    // write or change a file
	delete  *remove  // delete declarations, or a file
	console []prompt // run commands
}

// code is a block of Go and the file that it belongs to.
type code struct{ file, source, text string }

// remove names what to delete from a file: everything if there are no names.
type remove struct {
	names []string
	file  string
}

// prompt is a command and what it prints.
type prompt struct{ command, output string }

var (
	block    = regexp.MustCompile("(?ms)^(?:<!-- (\\S+) -->\n)?```(\\w*)\n(.*?)^```$")
	fileName = regexp.MustCompile("`(\\w+\\.go)`")
	deletion = regexp.MustCompile(`(?s)Delete (.*?)\.(?:\s|$)`)
	codeSpan = regexp.MustCompile("`([^`]+)`")
)

// read returns the steps of a page. It runs console blocks and types blocks of Go; others are for
// reading only.
func read(name string) (steps []step, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	page := string(text)
	for page != "" {
		at := block.FindStringSubmatchIndex(page)
		prose := page
		if at != nil {
			prose = page[:at[0]]
		}
		steps = append(steps, stepsOf(prose)...)
		if at == nil {
			break
		}
		source, lang, content := "", page[at[4]:at[5]], page[at[6]:at[7]]
		if at[2] >= 0 {
			source = page[at[2]:at[3]]
		}
		switch lang {
		case "go":
			files := fileName.FindAllStringSubmatch(lastParagraph(prose), -1)
			if files == nil {
				files = [][]string{nil}
			}
			named := files[len(files)-1]
			c := code{source: source, text: content}
			if named != nil {
				c.file = named[1]
			}
			steps = append(steps, step{code: &c})
		case "console":
			prompts, err := promptsOf(content)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			steps = append(steps, step{console: prompts})
		}
		page = page[at[1]:]
	}
	return steps, nil
}

// stepsOf returns the headings and the deletions of a text.
func stepsOf(prose string) (steps []step) {
	for paragraph := range strings.SplitSeq(prose, "\n\n") {
		if heading, ok := strings.CutPrefix(strings.TrimSpace(paragraph), "## "); ok {
			steps = append(steps, step{heading: heading})
		}
		for _, d := range deletion.FindAllStringSubmatch(paragraph, -1) {
			var r remove
			for _, span := range codeSpan.FindAllStringSubmatch(d[0], -1) {
				if fileName.MatchString(span[0]) {
					r.file = span[1]
				} else {
					r.names = append(r.names, span[1])
				}
			}
			if r.file != "" {
				steps = append(steps, step{delete: &r})
			}
		}
	}
	return steps
}

func lastParagraph(prose string) string {
	prose = strings.TrimSpace(prose)
	return prose[strings.LastIndex(prose, "\n\n")+1:]
}

func promptsOf(text string) (all []prompt, err error) {
	for i, turn := range strings.Split("\n"+text, "\n$ ") {
		command, output, _ := strings.Cut(turn, "\n")
		switch {
		case i > 0:
			all = append(all, prompt{command, strings.TrimSpace(output)})
		case turn != "":
			return nil, fmt.Errorf("a console block begins with %q, not a command", turn)
		}
	}
	return all, nil
}
