//! The only module that touches targets: resolves names inside the sandbox, reads, stages, commits.
