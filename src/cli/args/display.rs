//! Flags that say how the outcome is shown.

use clap::Args;

/// Format, colour and amount of output.
#[derive(Debug, Default, Args)]
pub(crate) struct Display {
    /// Print the report as one JSON object
    #[arg(long, conflicts_with = "format")]
    pub(in crate::cli) json: bool,
    /// human (default), diff, json; plan with -n or check
    #[arg(long, value_name = "FORMAT")]
    pub(in crate::cli) format: Option<String>,
    /// Print nothing on success
    #[arg(short = 'q', long)]
    pub(in crate::cli) quiet: bool,
    /// auto (default), always or never
    #[arg(long, value_name = "WHEN")]
    pub(in crate::cli) color: Option<String>,
    /// Unchanged lines around a change (default 3)
    #[arg(long, value_name = "N")]
    pub(in crate::cli) context: Option<usize>,
    /// Lines shown of all diffs together (default 200)
    #[arg(long, value_name = "N")]
    pub(in crate::cli) max_diff_lines: Option<usize>,
    /// Show everything: no diff, line or list is cut
    #[arg(long, conflicts_with = "max_diff_lines")]
    pub(in crate::cli) full: bool,
}
