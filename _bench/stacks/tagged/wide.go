package tagged

// Wide is an object of 60 members.
type Wide struct {
	Text00   string `json:"text00" maxLength:"40"`
	Text01   string `json:"text01" maxLength:"40"`
	Text02   string `json:"text02" maxLength:"40"`
	Text03   string `json:"text03" maxLength:"40"`
	Text04   string `json:"text04" maxLength:"40"`
	Text05   string `json:"text05" maxLength:"40"`
	Text06   string `json:"text06" maxLength:"40"`
	Text07   string `json:"text07" maxLength:"40"`
	Text08   string `json:"text08" maxLength:"40"`
	Text09   string `json:"text09" maxLength:"40"`
	Text10   string `json:"text10" maxLength:"40"`
	Text11   string `json:"text11" maxLength:"40"`
	Text12   string `json:"text12" maxLength:"40"`
	Text13   string `json:"text13" maxLength:"40"`
	Text14   string `json:"text14" maxLength:"40"`
	Text15   string `json:"text15" maxLength:"40"`
	Text16   string `json:"text16" maxLength:"40"`
	Text17   string `json:"text17" maxLength:"40"`
	Text18   string `json:"text18" maxLength:"40"`
	Text19   string `json:"text19" maxLength:"40"`
	Text20   string `json:"text20" maxLength:"40"`
	Text21   string `json:"text21" maxLength:"40"`
	Text22   string `json:"text22" maxLength:"40"`
	Text23   string `json:"text23" maxLength:"40"`
	Text24   string `json:"text24" maxLength:"40"`
	Text25   string `json:"text25" maxLength:"40"`
	Text26   string `json:"text26" maxLength:"40"`
	Text27   string `json:"text27" maxLength:"40"`
	Text28   string `json:"text28" maxLength:"40"`
	Text29   string `json:"text29" maxLength:"40"`
	Number00 int64  `json:"number00" minimum:"0" maximum:"1000000"`
	Number01 int64  `json:"number01" minimum:"0" maximum:"1000000"`
	Number02 int64  `json:"number02" minimum:"0" maximum:"1000000"`
	Number03 int64  `json:"number03" minimum:"0" maximum:"1000000"`
	Number04 int64  `json:"number04" minimum:"0" maximum:"1000000"`
	Number05 int64  `json:"number05" minimum:"0" maximum:"1000000"`
	Number06 int64  `json:"number06" minimum:"0" maximum:"1000000"`
	Number07 int64  `json:"number07" minimum:"0" maximum:"1000000"`
	Number08 int64  `json:"number08" minimum:"0" maximum:"1000000"`
	Number09 int64  `json:"number09" minimum:"0" maximum:"1000000"`
	Number10 int64  `json:"number10" minimum:"0" maximum:"1000000"`
	Number11 int64  `json:"number11" minimum:"0" maximum:"1000000"`
	Number12 int64  `json:"number12" minimum:"0" maximum:"1000000"`
	Number13 int64  `json:"number13" minimum:"0" maximum:"1000000"`
	Number14 int64  `json:"number14" minimum:"0" maximum:"1000000"`
	Number15 int64  `json:"number15" minimum:"0" maximum:"1000000"`
	Number16 int64  `json:"number16" minimum:"0" maximum:"1000000"`
	Number17 int64  `json:"number17" minimum:"0" maximum:"1000000"`
	Number18 int64  `json:"number18" minimum:"0" maximum:"1000000"`
	Number19 int64  `json:"number19" minimum:"0" maximum:"1000000"`
	Flag00   bool   `json:"flag00"`
	Flag01   bool   `json:"flag01"`
	Flag02   bool   `json:"flag02"`
	Flag03   bool   `json:"flag03"`
	Flag04   bool   `json:"flag04"`
	Flag05   bool   `json:"flag05"`
	Flag06   bool   `json:"flag06"`
	Flag07   bool   `json:"flag07"`
	Flag08   bool   `json:"flag08"`
	Flag09   bool   `json:"flag09"`
}

// Texts are the texts in their order.
func (w *Wide) Texts() [30]*string {
	return [...]*string{
		&w.Text00, &w.Text01, &w.Text02, &w.Text03, &w.Text04, &w.Text05, &w.Text06, &w.Text07, &w.Text08,
		&w.Text09, &w.Text10, &w.Text11, &w.Text12, &w.Text13, &w.Text14, &w.Text15, &w.Text16, &w.Text17,
		&w.Text18, &w.Text19, &w.Text20, &w.Text21, &w.Text22, &w.Text23, &w.Text24, &w.Text25, &w.Text26,
		&w.Text27, &w.Text28, &w.Text29,
	}
}

// Numbers are the integers in their order.
func (w *Wide) Numbers() [20]*int64 {
	return [...]*int64{
		&w.Number00, &w.Number01, &w.Number02, &w.Number03, &w.Number04, &w.Number05, &w.Number06,
		&w.Number07, &w.Number08, &w.Number09, &w.Number10, &w.Number11, &w.Number12, &w.Number13,
		&w.Number14, &w.Number15, &w.Number16, &w.Number17, &w.Number18, &w.Number19,
	}
}
