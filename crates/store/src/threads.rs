//! Distributes work over several threads. The result does not depend on the number of threads.

use std::num::NonZero;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The number of threads that the processor runs in parallel.
pub fn count() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *COUNT.get_or_init(|| {
        #[cfg(debug_assertions)]
        if let Some(asked) = asked() {
            return asked;
        }
        thread::available_parallelism().map_or(1, NonZero::get)
    })
}

/// Returns the results of `work` for each of `items`, in order. A thread takes `share` items at a time. The calling
/// thread calls `tell` with the number of items that were started.
pub fn map<T: Sync, R: Send>(
    items: &[T],
    share: usize,
    tell: impl Fn(usize),
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let shares = items.len().div_ceil(share);
    let threads = if shares > 1 { count().min(shares) } else { 1 };
    let next = AtomicUsize::new(0);
    let take = |tell: &dyn Fn(usize)| {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(share, Ordering::Relaxed);
            let Some(rest) = items.get(at..).filter(|rest| !rest.is_empty()) else {
                return done;
            };
            tell(at);
            let results: Vec<R> = rest.iter().take(share).map(&work).collect();
            done.push((at, results));
        }
    };
    let mut done = thread::scope(|scope| {
        // If the system cannot start a thread, the remaining threads do the work.
        let spawn = |_| {
            let builder = thread::Builder::new();
            builder.spawn_scoped(scope, || take(&|_| {})).ok()
        };
        let others: Vec<_> = (1..threads).filter_map(spawn).collect();
        let mut done = take(&tell);
        for other in others {
            match other.join() {
                Ok(more) => done.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    });
    done.sort_unstable_by_key(|(at, _)| *at);
    let mut all = Vec::with_capacity(items.len());
    all.extend(done.into_iter().flat_map(|(_, results)| results));
    all
}

/// Like [`map`], but stops when an item fails. Items after the first failed item may be skipped.
///
/// # Errors
/// The error of the first item, in order, that fails.
pub(crate) fn try_map<T: Sync, R: Send, E: Send>(
    items: &[T],
    share: usize,
    tell: impl Fn(usize),
    work: impl Fn(&T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let numbered: Vec<(usize, &T)> = items.iter().enumerate().collect();
    let failed = AtomicUsize::new(usize::MAX);
    let results = map(&numbered, share, tell, |&(number, item)| {
        // Only items after a failed item are skipped, so the error of the first failed item is always found.
        if failed.load(Ordering::Relaxed) < number {
            return None;
        }
        let result = work(item);
        if result.is_err() {
            failed.fetch_min(number, Ordering::Relaxed);
        }
        Some(result)
    });
    results.into_iter().flatten().collect()
}

/// The number of threads that a test asks for.
#[cfg(debug_assertions)]
#[allow(
    clippy::disallowed_methods,
    reason = "for tests, and in builds for them only"
)]
fn asked() -> Option<usize> {
    let asked = std::env::var("INCISE_TEST_THREADS").ok()?;
    asked.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{map, try_map};

    #[test]
    fn the_first_that_fails_is_told_and_nothing_behind_it_is_begun_alone() {
        use std::sync::Mutex;
        let items: Vec<usize> = (0..100).collect();
        let done = Mutex::new(Vec::new());
        let work = |&item: &usize| {
            done.lock().unwrap().push(item);
            if item % 30 == 29 { Err(item) } else { Ok(item) }
        };
        assert_eq!(try_map(&items, 7, |_| {}, work), Err(29));
        done.lock().unwrap().clear();
        // One share is the work of one thread, so exactly the items up to the failed item are processed.
        assert_eq!(try_map(&items, 100, |_| {}, work), Err(29));
        assert_eq!(*done.lock().unwrap(), (0..30).collect::<Vec<_>>());
        assert_eq!(
            try_map(&items[..29], 7, |_| {}, work),
            Ok((0..29).collect())
        );
    }

    #[test]
    fn every_result_is_in_its_place() {
        for count in [0_usize, 1, 15, 16, 17, 1_000] {
            let items: Vec<usize> = (0..count).collect();
            for share in [1, 16, 5_000] {
                let doubled = map(&items, share, |_| {}, |item| 2 * item);
                assert_eq!(
                    doubled,
                    items.iter().map(|item| 2 * item).collect::<Vec<_>>()
                );
            }
        }
    }
}
