//! Source files, and a seeded random generator.

use std::path::{Path, PathBuf};

/// SplitMix64 (Steele, Lea, Flood 2014), which gives the same sequence on every machine.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// Source files in the cargo registry, sorted by path.
pub struct Sources {
    files: Vec<PathBuf>,
}

const EXTENSIONS: [&str; 12] = [
    "rs", "c", "h", "py", "md", "toml", "js", "sh", "s", "yml", "json", "txt",
];

impl Sources {
    pub fn of_registry() -> Self {
        let home = std::env::var_os("CARGO_HOME")
            .map(PathBuf::from)
            .or_else(|| std::env::var_os("HOME").map(|home| Path::new(&home).join(".cargo")));
        let mut files = Vec::new();
        if let Some(home) = home {
            collect(&home.join("registry/src"), &mut files);
        }
        files.sort();
        assert!(!files.is_empty(), "no sources in the cargo registry");
        Self { files }
    }

    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Draws a file. Returns its text if it is UTF-8 and has a suitable size.
    pub fn draw(&self, random: &mut Random) -> Option<String> {
        let file = &self.files[random.below(self.files.len())];
        let text = std::fs::read_to_string(file).ok()?;
        (1_000..300_000).contains(&text.len()).then_some(text)
    }
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(directory) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        let is_source = path
            .extension()
            .and_then(|extension| extension.to_str())
            .is_some_and(|extension| EXTENSIONS.contains(&extension));
        if path.is_dir() {
            collect(&path, files)
        } else if is_source {
            files.push(path)
        }
    }
}
