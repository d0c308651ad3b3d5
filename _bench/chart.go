package main

import (
	"bytes"
	"fmt"
	"html"
)

// Sizes of the chart in pixels.
const (
	panelWidth = 480
	lineHeight = 17
	labelWidth = 170
	barWidth   = 230
	margin     = 20
)

// style suits light and dark pages, as the reader has it.
const style = `<style>
text { font: 12px system-ui, sans-serif; fill: #24292f; }
.case { font-weight: 600; font-size: 13px; }
.ours { fill: #0969da; } .hand { fill: #8c959f; } .peer { fill: #d0d7de; }
.mine { font-weight: 600; }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3; }
.ours { fill: #4493f8; } .hand { fill: #6e7681; } .peer { fill: #3d444d; }
}
</style>
`

// drawn draws the times of all stacks, a panel for each case, two panels in a
// line. Shorter is faster; each panel has its own scale.
func drawn(rows []row) []byte {
	var body bytes.Buffer
	heights := [2]int{margin, margin}
	for i, r := range rows {
		column := i % 2
		if column == 0 {
			heights[0] = max(heights[0], heights[1])
			heights[1] = heights[0]
		}
		heights[column] += panel(&body, r, margin+column*panelWidth, heights[column]) + margin
	}
	var b bytes.Buffer
	width, height := 2*panelWidth+margin, max(heights[0], heights[1])
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img">`+"\n", width, height)
	b.WriteString("<title>Time of one operation; shorter is faster</title>\n" + style)
	b.Write(body.Bytes())
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// panel draws one case and returns how high it is.
func panel(b *bytes.Buffer, r row, x, y int) int {
	longest := 0.0
	for _, c := range r.costs {
		longest = max(longest, c.ns)
	}
	fmt.Fprintf(b, `<text class="case" x="%d" y="%d">%s</text>`+"\n", x, y+12, html.EscapeString(r.name))
	line := 1
	for _, s := range stacks() {
		c, ok := r.costs[s.name]
		if !ok {
			continue
		}
		class, weight := "peer", ""
		switch {
		case s.name == ours:
			class, weight = "ours", ` class="mine"`
		case s.hand:
			class = "hand"
		}
		top := y + line*lineHeight + 4
		length := max(1, c.ns/longest*barWidth)
		fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="end"%s>%s</text>`, x+labelWidth-8, top+12, weight, html.EscapeString(s.name))
		fmt.Fprintf(b, `<rect class="%s" x="%d" y="%d" width="%.1f" height="%d" rx="2"/>`, class, x+labelWidth, top+2, length, lineHeight-4)
		fmt.Fprintf(b, `<text x="%.1f" y="%d"%s>%s</text>`+"\n", float64(x+labelWidth)+length+6, top+12, weight, duration(c.ns))
		line++
	}
	return line*lineHeight + 4
}
