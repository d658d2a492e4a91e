//! Distributes work over several threads. The result does not depend on the number of threads.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

/// The number of threads that the processor runs in parallel.
pub fn count() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *COUNT.get_or_init(|| {
        #[cfg(debug_assertions)]
        if let Some(count) = count_for_tests() {
            return count;
        }
        thread::available_parallelism().map_or(1, NonZero::get)
    })
}

/// Returns the results of `work` for each of `items`, in order. A thread takes `batch_len` items at a time, which must
/// not be 0.
pub fn map<T: Sync, R: Send>(
    items: &[T],
    batch_len: usize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    map_watched(items, batch_len, |_| {}, work)
}

/// Like [`map`]. The calling thread calls `on_start` with the index of the first item of each of its batches.
pub fn map_watched<T: Sync, R: Send>(
    items: &[T],
    batch_len: usize,
    on_start: impl Fn(usize),
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let batches = items.len().div_ceil(batch_len);
    let threads = if batches > 1 { count().min(batches) } else { 1 };
    let queue = Queue {
        items,
        batch_len,
        next: AtomicUsize::new(0),
    };
    let mut done = thread::scope(|scope| {
        let mut others = Vec::new();
        for _ in 1..threads {
            let other =
                thread::Builder::new().spawn_scoped(scope, || queue.work_off(&work, |_| {}));
            // If the system cannot start a thread, the remaining threads do the work.
            others.extend(other.ok());
        }
        let mut done = queue.work_off(&work, on_start);
        for other in others {
            match other.join() {
                Ok(more) => done.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    });
    done.sort_unstable_by_key(|(start, _)| *start);
    let mut all = Vec::with_capacity(items.len());
    for (_, results) in done {
        all.extend(results);
    }
    all
}

/// Like [`map`], for `work` that changes the items.
pub(crate) fn map_mut<T: Send, R: Send>(
    items: &mut [T],
    batch_len: usize,
    work: impl Fn(&mut T) -> R + Sync,
) -> Vec<R> {
    let batches: Vec<_> = items.chunks_mut(batch_len).map(Mutex::new).collect();
    let results = map(&batches, 1, |batch| {
        let mut batch = batch.lock().unwrap_or_else(PoisonError::into_inner);
        batch.iter_mut().map(&work).collect::<Vec<R>>()
    });
    results.into_iter().flatten().collect()
}

/// Returns the results of `first` and `second`. Another thread runs `second`, if the system can start one.
pub fn both<A, B: Send>(first: impl FnOnce() -> A, second: impl Fn() -> B + Sync) -> (A, B) {
    if count() == 1 {
        return (first(), second());
    }
    thread::scope(|scope| {
        let other = thread::Builder::new().spawn_scoped(scope, &second);
        let first = first();
        let second = match other.map(thread::ScopedJoinHandle::join) {
            Ok(Ok(second)) => second,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => second(),
        };
        (first, second)
    })
}

/// Items that several threads take in batches.
struct Queue<'a, T> {
    items: &'a [T],
    batch_len: usize,
    /// The index of the first item of the next batch.
    next: AtomicUsize,
}

impl<T> Queue<'_, T> {
    /// Works on batches until none is left. Returns the results of each batch with the index of its first item.
    fn work_off<R>(
        &self,
        work: &impl Fn(&T) -> R,
        on_start: impl Fn(usize),
    ) -> Vec<(usize, Vec<R>)> {
        let mut done = Vec::new();
        loop {
            let start = self.next.fetch_add(self.batch_len, Ordering::Relaxed);
            if start >= self.items.len() {
                return done;
            }
            on_start(start);
            let batch = self.items[start..].iter().take(self.batch_len);
            done.push((start, batch.map(work).collect()));
        }
    }
}

/// Like [`map_watched`], but stops when an item fails. Items after the first failed item may be skipped.
///
/// # Errors
/// The error of the first item, in order, that fails.
pub(crate) fn try_map<T: Sync, R: Send, E: Send>(
    items: &[T],
    batch_len: usize,
    on_start: impl Fn(usize),
    work: impl Fn(&T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let numbered: Vec<(usize, &T)> = items.iter().enumerate().collect();
    let failed = AtomicUsize::new(usize::MAX);
    let results = map_watched(&numbered, batch_len, on_start, |&(number, item)| {
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
#[allow(clippy::disallowed_methods, reason = "only in debug builds, for tests")]
fn count_for_tests() -> Option<usize> {
    let count = std::env::var("INCISE_TEST_THREADS").ok()?;
    count.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{both, map, map_mut, try_map};

    #[test]
    fn both_results_are_returned() {
        let texts = ["one".to_owned(), "two".to_owned()];
        assert_eq!(both(|| texts[0].len(), || &texts[1]), (3, &texts[1]));
    }

    #[test]
    fn the_error_of_the_first_failed_item_is_returned() {
        use std::sync::Mutex;
        let items: Vec<usize> = (0..100).collect();
        let done = Mutex::new(Vec::new());
        let work = |&item: &usize| {
            done.lock().unwrap().push(item);
            if item % 30 == 29 { Err(item) } else { Ok(item) }
        };
        assert_eq!(try_map(&items, 7, |_| {}, work), Err(29));
        done.lock().unwrap().clear();
        // One batch is the work of one thread, so exactly the items up to the failed item are processed.
        assert_eq!(try_map(&items, 100, |_| {}, work), Err(29));
        assert_eq!(*done.lock().unwrap(), (0..30).collect::<Vec<_>>());
        assert_eq!(
            try_map(&items[..29], 7, |_| {}, work),
            Ok((0..29).collect())
        );
    }

    #[test]
    fn results_are_in_order() {
        for count in [0_usize, 1, 15, 16, 17, 1_000] {
            let items: Vec<usize> = (0..count).collect();
            for batch_len in [1, 16, 5_000] {
                let doubled = map(&items, batch_len, |item| 2 * item);
                assert_eq!(
                    doubled,
                    items.iter().map(|item| 2 * item).collect::<Vec<_>>()
                );
                let mut taken = items.clone();
                let former = map_mut(&mut taken, batch_len, |item| std::mem::replace(item, 7));
                assert_eq!((former, taken), (items.clone(), vec![7; count]));
            }
        }
    }
}
