package main

import (
	"bytes"
	"fmt"
	"html"
	"math"

	"bench/stacks"
)

// Sizes of the chart in pixels.
const (
	panelWidth = 490
	lineHeight = 17
	labelWidth = 180
	barWidth   = 230
	gap        = 4 // in a truncated bar
	margin     = 20
)

// cutAt is the maximum length of a bar, as a multiple of the shortest one. Longer bars are
// truncated, so that the others stay visible.
const cutAt = 30

// style follows the color scheme of the reader.
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

// drawn returns the chart of all times: a panel for each case, two panels in a row. Shorter is
// faster; each panel has its own scale, and a bar with a gap is truncated.
func drawn(rows []row, what string) []byte {
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
	fmt.Fprintf(&b, "<title>The %s of one operation; shorter is faster</title>\n", what)
	b.WriteString(style)
	b.Write(body.Bytes())
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// panel draws one case and returns its height.
func panel(b *bytes.Buffer, r row, x, y int) int {
	longest, shortest := 0.0, math.Inf(1)
	for _, c := range r.costs {
		longest, shortest = max(longest, c.ns), min(shortest, c.ns)
	}
	longest = min(longest, cutAt*shortest)
	fmt.Fprintf(b, `<text class="case" x="%d" y="%d">%s</text>`+"\n", x, y+12, html.EscapeString(r.name))
	line := 1
	for _, s := range stacks.All() {
		c, ok := r.costs[s.Name]
		if !ok {
			continue
		}
		class, weight := "peer", ""
		switch {
		case s.Name == stacks.Ours:
			class, weight = "ours", ` class="mine"`
		case s.Hand:
			class = "hand"
		}
		top := y + line*lineHeight + 4
		length := min(max(1, c.ns/longest*barWidth), barWidth)
		fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="end"%s>%s</text>`, x+labelWidth-8, top+12, weight, html.EscapeString(s.Name))
		bar := func(from, to float64) {
			fmt.Fprintf(b, `<rect class="%s" x="%.1f" y="%d" width="%.1f" height="%d" rx="2"/>`, class, float64(x+labelWidth)+from, top+2, to-from, lineHeight-4)
		}
		if c.ns > longest {
			bar(0, barWidth-4*gap)
			bar(barWidth-3*gap, barWidth)
		} else {
			bar(0, length)
		}
		fmt.Fprintf(b, `<text x="%.1f" y="%d"%s>%s</text>`+"\n", float64(x+labelWidth)+length+6, top+12, weight, duration(c.ns))
		line++
	}
	return line*lineHeight + 4
}
