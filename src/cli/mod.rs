//! The command line: argv, stdin, environment, clock and exit code.
