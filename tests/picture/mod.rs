//! Renders a terminal screen as SVG: text with the escape sequences that the program writes for colors.

/// The width and height of a character cell, and the margin around the text, in pixels.
const CELL: (f64, f64) = (8.4, 19.0);
const MARGIN: f64 = 16.0;

/// The style of a piece of text.
#[derive(Clone, Copy, Default)]
struct Style {
    is_bold: bool,
    is_reversed: bool,
    colour: Option<&'static str>,
}

impl Style {
    /// The style after the codes of one sequence, such as `1;31`.
    fn after(mut self, codes: &str) -> Self {
        for code in codes.split(';') {
            match code {
                "0" | "" => self = Self::default(),
                "1" => self.is_bold = true,
                "7" => self.is_reversed = true,
                "31" => self.colour = Some("#ff7b72"),
                "32" => self.colour = Some("#7ee787"),
                "33" => self.colour = Some("#e3b341"),
                "36" => self.colour = Some("#76e3ea"),
                other => panic!("the picture knows no colour `{other}`"),
            }
        }
        self
    }

    fn fill(self) -> &'static str {
        self.colour.unwrap_or("#e6edf3")
    }
}

/// The pieces of a line with their styles. `style` carries over from line to line.
fn pieces<'a>(line: &'a str, style: &mut Style) -> Vec<(Style, &'a str)> {
    let mut pieces = Vec::new();
    let mut parts = line.split("\x1b[");
    pieces.push((*style, parts.next().unwrap()));
    for part in parts {
        let (codes, text) = part.split_once('m').unwrap();
        *style = style.after(codes);
        pieces.push((*style, text));
    }
    pieces.retain(|(_, text)| !text.is_empty());
    pieces
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;")
}

/// One piece as SVG, at `column` in the line whose top is `top`.
fn piece(style: Style, text: &str, column: usize, top: f64) -> String {
    let x = MARGIN + column as f64 * CELL.0;
    let length = text.chars().count() as f64 * CELL.0;
    let mut out = String::new();
    let mut fill = style.fill();
    if style.is_reversed {
        out += &format!(
            r#"<rect x="{x:.1}" y="{top:.1}" width="{length:.1}" height="{}" fill="{fill}"/>"#,
            CELL.1
        );
        fill = "#0d1117";
    }
    let weight = match style {
        Style { is_bold: true, .. } => r#" font-weight="bold""#,
        Style { is_bold: false, .. } => "",
    };
    out += &format!(
        r#"<text x="{x:.1}" y="{:.1}" textLength="{length:.1}" fill="{fill}"{weight} xml:space="preserve">{}</text>"#,
        top + 14.0,
        escaped(text)
    );
    out + "\n"
}

/// The picture of `screen`.
pub fn drawn(screen: &str) -> String {
    let mut style = Style::default();
    let (mut body, mut columns, mut rows) = (String::new(), 0, 0);
    for line in screen.lines() {
        let mut column = 0;
        for (style, text) in pieces(line, &mut style) {
            body += &piece(style, text, column, MARGIN + rows as f64 * CELL.1);
            column += text.chars().count();
        }
        columns = columns.max(column);
        rows += 1;
    }
    let width = 2.0 * MARGIN + columns as f64 * CELL.0;
    let height = 2.0 * MARGIN + rows as f64 * CELL.1;
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" width="{width:.0}" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
{body}</svg>
"##
    )
}
