package kedge

// InputRequest is one question to the user.
type InputRequest struct {
	// Kind is "text" (the default), "number", "select" or "secret".
	Kind string
	// Title heads the dialog; empty: the action's label.
	Title string
	// Label names the field.
	Label string
	// Placeholder stands in the empty field.
	Placeholder string
	// Default is what the field holds at first.
	Default string
	// Options are the choices of a select.
	Options []Option
	// Required refuses an empty value.
	Required bool
	// Pattern is a regular expression that the whole value must match.
	Pattern string
	// Min and Max bound a number's value, a text's length in characters and the count of a
	// multiselect's choices. Any number will do; nil is no bound.
	Min, Max any
}

// Option is one choice: what the user reads and what the action gets.
type Option struct {
	Label string
	// Value is what the action gets; empty: the label.
	Value string
}

// FormRequest asks for several values in one dialog.
type FormRequest struct {
	// Title heads the dialog; empty: the action's label.
	Title  string
	Fields []Field
}

// Field is one value of a form.
type Field struct {
	// Key names the value in the result. It must be set and be unique in the form.
	Key string
	// Kind is "text" (the default), "textarea", "number", "secret", "select", "radio", "checkbox"
	// or "multiselect".
	Kind string
	// Label names the field; empty: the key.
	Label string
	// Placeholder stands in the empty field.
	Placeholder string
	// Help is a quiet line below the field.
	Help string
	// Default is what the field holds at first: "true" ticks a checkbox, a multiselect takes values
	// joined by ",", or as a JSON list where they hold a "," themselves.
	Default string
	// Required refuses an empty value; a required checkbox must be ticked.
	Required bool
	// Options are the choices of a select, radio or multiselect.
	Options []Option
	// Pattern is a regular expression that the whole value must match.
	Pattern string
	// Min and Max are as in InputRequest.
	Min, Max any
}

// HTMLReport is a report in a window of its own.
type HTMLReport struct {
	Title string
	// HTML is inner markup. It is shown in a sandboxed frame in which no script runs.
	HTML string
	// Width and Height are in CSS pixels; 0: Kedge's choice.
	Width, Height int
	// ShowPrint offers a button that prints the report.
	ShowPrint bool
	// ShowOpenInBrowser offers a button that opens it in the user's browser.
	ShowOpenInBrowser bool
}

// ToastOptions describes a small message that does not wait for the user.
type ToastOptions struct {
	// Type is "info" (the default), "success", "warning", "error" or "loading".
	Type    string
	Title   string
	Message string
	// Duration is in seconds. 0 is the default: 5 s, and a loading toast stays until it is updated,
	// dismissed or the run ends.
	Duration int
}

// ProgressOptions describes the run's progress.
type ProgressOptions struct {
	Title string
	Label string
	// Cancelable offers a button that ends the run's context.
	Cancelable bool
}

// Rows is the result of a query.
type Rows struct {
	Columns []string
	// Rows holds nil, bool, float64 or string per cell: numbers that a float64 cannot hold exactly,
	// dates and everything else come as the server's text.
	Rows [][]any
	// Truncated tells that the server had more rows than Kedge takes.
	Truncated bool
}
