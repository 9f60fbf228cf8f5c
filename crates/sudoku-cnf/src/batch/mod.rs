//! Processes many items on several threads and delivers the results in input order.

mod address_space;
mod contents;
mod memory;
mod parallel;

use std::marker::PhantomData;
use std::num::NonZero;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::atomic::AtomicUsize;
use std::thread;

use thiserror::Error;

use address_space::affordable_threads;
use contents::{ChunkEvent, Source, TypedSource, Worker, erased_worker, take_each};
pub use memory::{usable_memory, used_memory};
use parallel::in_parallel;

/// Returns the number of threads that can run in parallel on this machine, or 1 if the number is unknown.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// An iterator whose next item may not have arrived yet, for example because the items are read from a pipe.
pub trait ItemSource: Iterator {
    /// Returns whether `next` and `replace` are guaranteed to return without waiting for input.
    fn has_arrived(&mut self) -> bool;

    /// Replaces `item` by the next item, and may reuse its memory. Returns `false` after the last item.
    fn replace(&mut self, item: &mut Self::Item) -> bool {
        self.next().map(|next| *item = next).is_some()
    }
}

impl<N> ItemSource for RangeInclusive<N>
where
    Self: Iterator,
{
    fn has_arrived(&mut self) -> bool {
        true
    }
}

/// An event that [`in_order`] passes to its callback.
#[derive(Debug)]
pub enum Event<'a, T, R> {
    /// The next item and its result.
    Result(&'a T, Result<R, Panicked>),
    /// No further result is ready yet. The callback should flush its output. With one job, there is no such event: the
    /// callback should flush after each result that took long, or on another thread.
    Idle,
    /// The next result may take a long time, because its item has not arrived or is still being processed.
    ///
    /// The callback should flush its output and may end the batch. With several jobs, this event is repeated until
    /// the next result is ready.
    Waiting,
}

/// An error that reports that a worker panicked while processing an item. It contains the panic message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("internal error: a worker thread panicked: {0}")]
pub struct Panicked(pub String);

/// Processes the items of `source` on `jobs` threads and passes the results to `take` in the order of the items.
///
/// The batch ends after the last item, or when `take` returns [`ControlFlow::Break`]. After a break, each thread
/// finishes its current item, and the function returns without waiting for further input.
///
/// Each thread calls `worker` to create its own worker. If the worker panics, the thread calls `worker` again to create
/// a replacement. With one job, everything runs on the current thread. If the system cannot start all threads, if the
/// address space is too small for them, or if `jobs` exceeds 1,024, the batch uses fewer threads, or the current one.
/// With several jobs, only `take` runs on the current thread, and a separate thread reads `source`. If `source` is
/// waiting for input when `take` ends the batch, the reading thread keeps running until input arrives.
///
/// With several jobs, at most about two thousand items per worker thread, together with their results, are in memory at
/// any time. The longer it takes to process an item, the smaller this number is.
///
/// Returns the number of worker threads, which is less than `jobs` if the system cannot start all of them.
///
/// # Panics
/// Panics if `source` or `take` panics.
///
/// ```
/// use std::ops::ControlFlow;
/// use sudoku_cnf::batch::{Event, in_order};
///
/// let mut squares = Vec::new();
/// in_order(1..=100, 2, || |number: &u32| number * number, |event| {
///     if let Event::Result(_, square) = event {
///         squares.push(square.unwrap());
///     }
///     ControlFlow::Continue(())
/// });
/// assert_eq!(squares, (1..=100).map(|number| number * number).collect::<Vec<_>>());
/// ```
pub fn in_order<S, R, W>(
    source: S,
    jobs: usize,
    worker: impl Fn() -> W + Sync,
    mut take: impl FnMut(Event<'_, S::Item, R>) -> ControlFlow<()>,
) -> usize
where
    S: ItemSource<Item: Send> + Send + 'static,
    R: Send + 'static,
    W: FnMut(&S::Item) -> R,
{
    let source: Box<dyn Source> = Box::new(TypedSource { source, result: PhantomData::<fn() -> R> });
    let worker = || erased_worker(&worker);
    let mut take = |event: ChunkEvent<'_>| take_each(event, &mut take);
    let jobs = if jobs > 1 { jobs.min(affordable_threads()) } else { jobs };
    let parallel = if jobs > 1 { in_parallel(source, jobs, &worker, &mut take) } else { Err(source) };
    parallel.unwrap_or_else(|source| {
        in_turn(source, worker(), &mut take);
        1
    })
}

/// Processes all items on the current thread.
fn in_turn(
    mut source: Box<dyn Source>,
    mut process: Worker<'_>,
    take: &mut dyn FnMut(ChunkEvent<'_>) -> ControlFlow<()>,
) {
    let (one, mut used) = (AtomicUsize::new(1), None);
    loop {
        if !source.has_arrived() && take(ChunkEvent::Waiting).is_break() {
            return;
        }
        let Some(mut item) = source.next(used, &one) else { return };
        process(&mut *item);
        if take(ChunkEvent::Results(&mut *item)).is_break() {
            return;
        }
        used = Some(item);
    }
}

#[cfg(test)]
mod tests {
    use super::parallel::{CHUNKS_PER_THREAD, MAX_CHUNK_SIZE};
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;
    use std::time::{Duration, Instant};

    fn results(jobs: usize, count: usize, work: impl Fn(usize) -> usize + Sync) -> Vec<Option<usize>> {
        let mut results = Vec::new();
        let worker = || |number: &usize| work(*number);
        in_order(1..=count, jobs, worker, |event| {
            if let Event::Result(_, result) = event {
                results.push(result.ok());
            }
            ControlFlow::Continue(())
        });
        results
    }

    /// Returns a number of quick items that is large enough for chunks to reach their maximum size.
    fn quick_items(jobs: usize) -> usize {
        jobs * CHUNKS_PER_THREAD * MAX_CHUNK_SIZE
    }

    #[test]
    fn returns_results_in_order_if_some_items_are_slow() {
        for jobs in [1, 2, 5] {
            let slow = |number| {
                thread::sleep(Duration::from_micros(if number % 97 == 0 { 500 } else { 0 }));
                number
            };
            assert!(results(jobs, 10_000, slow).into_iter().flatten().eq(1..=10_000), "{jobs}");
        }
    }

    #[test]
    fn threads_do_not_run_far_ahead() {
        let (slow, most) = (quick_items(2), AtomicUsize::new(0));
        let progress = results(2, 10 * slow, |number| {
            if number == slow {
                thread::sleep(Duration::from_millis(50));
            }
            most.fetch_max(number, Ordering::Relaxed)
        });
        let ahead = progress[slow - 1].unwrap() - slow;
        assert!(ahead <= 2 * CHUNKS_PER_THREAD * MAX_CHUNK_SIZE, "{ahead}");
    }

    #[test]
    fn reports_a_panic_as_a_result() {
        for jobs in [1, 3] {
            let found = results(jobs, 1000, |number| if number == 400 { panic!("four") } else { number });
            assert_eq!(found.iter().filter(|result| result.is_none()).count(), 1);
            assert_eq!((found[399], found[400], found[999]), (None, Some(401), Some(1000)));
        }
    }

    #[test]
    fn reports_each_item_if_creating_a_worker_panics() {
        for jobs in [1, 3] {
            let mut failed = 0;
            let none = || -> fn(&usize) -> usize { panic!("no worker") };
            in_order(1..=500, jobs, none, |event| {
                failed += usize::from(
                    matches!(event, Event::Result(_, Err(Panicked(message))) if message == "no worker"),
                );
                ControlFlow::Continue(())
            });
            assert_eq!(failed, 500);
        }
    }

    #[test]
    fn stops_when_the_callback_breaks() {
        for jobs in [1, 4] {
            let mut taken = 0;
            in_order(
                1..=usize::MAX,
                jobs,
                || |number: &usize| *number,
                |event| {
                    taken += usize::from(matches!(event, Event::Result(..)));
                    if taken == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            );
            assert_eq!(taken, 10);
        }
    }

    /// A source that yields three numbers and then blocks until a flag is set.
    struct BlockingSource(usize, Arc<AtomicBool>);

    impl Iterator for BlockingSource {
        type Item = usize;

        fn next(&mut self) -> Option<usize> {
            while self.0 == 3 && !self.1.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(1));
            }
            self.0 += 1;
            Some(self.0)
        }
    }

    impl ItemSource for BlockingSource {
        fn has_arrived(&mut self) -> bool {
            self.0 < 3
        }
    }

    #[test]
    fn a_break_does_not_wait_for_the_next_item() {
        let is_unblocked = Arc::new(AtomicBool::new(false));
        let mut events = Vec::new();
        in_order(
            BlockingSource(0, is_unblocked.clone()),
            2,
            || |number: &usize| *number,
            |event| {
                events.push(match event {
                    Event::Result(_, result) => result.ok(),
                    Event::Idle | Event::Waiting => None,
                });
                let has_all_results = events.iter().flatten().count() == 3;
                if has_all_results && events.last() == Some(&None) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        assert!(events.into_iter().flatten().eq([1, 2, 3]));
        is_unblocked.store(true, Ordering::Relaxed);
    }

    #[test]
    fn reports_waiting_before_the_source_blocks() {
        let mut events = Vec::new();
        let is_unblocked = Arc::new(AtomicBool::new(true));
        in_order(
            BlockingSource(0, is_unblocked),
            1,
            || |number: &usize| *number,
            |event| {
                events.push(match event {
                    Event::Result(_, result) => result.ok(),
                    Event::Waiting => None,
                    Event::Idle => panic!("too early"),
                });
                if events.len() == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        assert_eq!(events, [Some(1), Some(2), Some(3), None, Some(4)]);
    }

    #[test]
    fn sends_finished_results_before_the_rest_of_their_chunk() {
        let (quick, start) = (quick_items(2), Instant::now());
        let slow = |number: usize| {
            if number > quick {
                thread::sleep(Duration::from_millis(20));
            }
            number
        };
        let mut first = None;
        in_order(
            1..=quick + 50,
            2,
            || |number: &usize| slow(*number),
            |event| {
                if let Event::Result(&number, _) = event
                    && number == quick + 1
                {
                    first = Some(start.elapsed());
                }
                ControlFlow::Continue(())
            },
        );
        assert!(first.is_some_and(|first| first < start.elapsed() / 2), "{first:?}");
    }

    #[test]
    #[should_panic(expected = "a source that fails")]
    fn propagates_a_panic_of_the_source() {
        struct Failing;
        impl Iterator for Failing {
            type Item = usize;
            fn next(&mut self) -> Option<usize> {
                panic!("a source that fails")
            }
        }
        impl ItemSource for Failing {
            fn has_arrived(&mut self) -> bool {
                true
            }
        }
        in_order(Failing, 2, || |number: &usize| *number, |_| ControlFlow::Continue(()));
    }
}
