//! Flags that say how the outcome is shown.

use clap::Args;

/// Format, colour and amount of output.
#[derive(Debug, Default, Args)]
pub(crate) struct Display {
    /// Print the report as one JSON object
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    /// human (default), diff, json; plan with -n or check
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    /// Print nothing on success
    #[arg(short = 'q', long)]
    pub(crate) quiet: bool,
    /// auto (default), always or never
    #[arg(long, value_name = "WHEN")]
    pub(crate) color: Option<String>,
    /// Unchanged lines around a change (default 3)
    #[arg(long, value_name = "N")]
    pub(crate) context: Option<usize>,
    /// Lines shown of all diffs together (default 200)
    #[arg(long, value_name = "N")]
    pub(crate) max_diff_lines: Option<usize>,
    /// Show everything: no diff, line or list is cut
    #[arg(long, conflicts_with = "max_diff_lines")]
    pub(crate) full: bool,
}
