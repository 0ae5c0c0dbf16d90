package kedge

// InputRequest is one question to the user.
type InputRequest struct {
	// Kind is "text" (the default), "number", "select" or "secret".
	Kind string
	// Title is the dialog's title; empty means the action's label.
	Title string
	// Label is the name of the field.
	Label string
	// Placeholder is shown in the empty field.
	Placeholder string
	// Default is the initial value of the field. A text field leaves out its line breaks.
	Default string
	// Options are the choices of a select.
	Options []Option
	// Required refuses an empty value.
	Required bool
	// Pattern is a regular expression that the whole value must match.
	Pattern string
	// Min and Max limit a number's value, a text's length in characters and the number of a multiselect's
	// choices. Any number type is accepted; nil means no limit.
	Min, Max any
}

// Option is one choice: the label for the user and the value for the action.
type Option struct {
	Label string
	// Value is what the action receives; empty means the label.
	Value string
}

// FormRequest asks for several values in one dialog.
type FormRequest struct {
	// Title is the dialog's title; empty means the action's label.
	Title  string
	Fields []Field
}

// Field is one value of a form.
type Field struct {
	// Key is the value's name in the result. It must be set and be unique in the form.
	Key string
	// Kind is "text" (the default), "textarea", "number", "secret", "select", "radio", "checkbox"
	// or "multiselect".
	Kind string
	// Label is the name of the field; empty means the key.
	Label string
	// Placeholder is shown in the empty field.
	Placeholder string
	// Help is a line of small text below the field.
	Help string
	// Default is the initial value of the field. A text field leaves out its line breaks. "true" ticks a
	// checkbox. A multiselect takes values joined by ",", or a JSON list when values contain a ",".
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

// HTMLReport is a report in its own window.
type HTMLReport struct {
	Title string
	// HTML is the content of the body element. It is shown in a sandboxed frame that runs no scripts.
	HTML string
	// Width and Height are in CSS pixels; 0 lets Kedge choose.
	Width, Height int
	// ShowPrint offers a button that prints the report.
	ShowPrint bool
	// ShowOpenInBrowser offers a button that opens the report in the user's browser.
	ShowOpenInBrowser bool
}

// ToastOptions describes a small message that does not wait for the user.
type ToastOptions struct {
	// Type is "info" (the default), "success", "warning", "error" or "loading".
	Type    string
	Title   string
	Message string
	// Duration is in seconds. 0 is the default: 5 s, or for a loading toast until it is updated or dismissed
	// or the run ends.
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
	// Rows contains nil, bool, float64 or string for each cell. Numbers that a float64 cannot hold exactly,
	// dates and all other values are the server's text.
	Rows [][]any
	// Truncated tells whether the server had more rows than Kedge accepts.
	Truncated bool
}
