//! Work on many items by several threads, with the results in the order of the items.

mod parallel;

use std::ops::{ControlFlow, RangeInclusive};
use std::panic::{self, AssertUnwindSafe};
use std::time::{Duration, Instant};

use thiserror::Error;

use parallel::in_parallel;

/// How long results may be kept back by whoever takes them.
const PATIENCE: Duration = Duration::from_millis(50);

/// Items, one after the other, some of which may have to be waited for.
pub trait ItemSource: Iterator {
    /// Whether the next item, or the end, comes without being waited for.
    fn has_arrived(&mut self) -> bool;
}

impl<N> ItemSource for RangeInclusive<N>
where
    Self: Iterator,
{
    fn has_arrived(&mut self) -> bool {
        true
    }
}

/// What comes of a batch, one after the other.
#[derive(Debug)]
pub enum Event<'a, T, R> {
    /// The next item, and its result.
    Result(&'a T, Result<R, Panicked>),
    /// There is no further result yet: a good time to flush what was written.
    Idle,
    /// And there may be none for long, since the next item has to be waited for or takes its time: one may as well end
    /// it. With several jobs it comes again and again while nothing else does.
    Waiting,
}

/// The work on an item panicked; its message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a worker panicked: {0}")]
pub struct Panicked(pub String);

/// Lets `jobs` threads work on the items of `source`, and hands the results to `take` on this thread, in the order of
/// the items, until there are no more or `take` breaks.
///
/// Each thread has a worker of its own, made by `worker`, and a new one after a panic. One job works on this
/// thread, and several on others, as does what fetches the items and drops them. Memory: up to a thousand items and
/// results a thread, however long one of them takes; fewer where each takes long. After a break, each thread ends the
/// item that it has, and nobody waits for an item that has not arrived.
///
/// # Panics
/// If the source panics.
///
/// ```
/// use std::ops::ControlFlow;
/// use sudoku_sat::batch::{Event, in_order};
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
    take: impl FnMut(Event<'_, S::Item, R>) -> ControlFlow<()>,
) where
    S: ItemSource<Item: Send> + Send + 'static,
    R: Send,
    W: FnMut(&S::Item) -> R,
{
    if jobs <= 1 { in_turn(source, &worker, take) } else { in_parallel(source, jobs, &worker, take) }
}

/// Works on this thread alone.
fn in_turn<S: ItemSource, R, W: FnMut(&S::Item) -> R>(
    mut source: S,
    worker: &impl Fn() -> W,
    mut take: impl FnMut(Event<'_, S::Item, R>) -> ControlFlow<()>,
) {
    let mut work = Guarded::new(worker);
    let mut last_idle = Instant::now();
    loop {
        let is_waiting = !source.has_arrived();
        if is_waiting || last_idle.elapsed() >= PATIENCE {
            if take(if is_waiting { Event::Waiting } else { Event::Idle }).is_break() {
                return;
            }
            last_idle = Instant::now();
        }
        let Some(item) = source.next() else { return };
        let result = work.on(&item);
        if take(Event::Result(&item, result)).is_break() {
            return;
        }
    }
}

/// A worker that is made anew if it panics.
struct Guarded<'a, F, W> {
    make: &'a F,
    /// Created on demand.
    worker: Option<W>,
}

impl<'a, F: Fn() -> W, W> Guarded<'a, F, W> {
    fn new(make: &'a F) -> Self {
        Self { make, worker: None }
    }

    fn on<T, R>(&mut self, item: &T) -> Result<R, Panicked>
    where
        W: FnMut(&T) -> R,
    {
        let worker = AssertUnwindSafe(|| self.worker.get_or_insert_with(self.make)(item));
        panic::catch_unwind(worker).map_err(|payload| {
            self.worker = None;
            let words = payload.downcast_ref::<&str>().map(|words| (*words).to_owned());
            let message = words.or_else(|| payload.downcast_ref().cloned()).unwrap_or_default();
            Panicked(message)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::parallel::{CHUNKS_AHEAD, MOST_IN_CHUNK};
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::thread;

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

    /// What makes chunks long.
    fn quick_ones(jobs: usize) -> usize {
        jobs * CHUNKS_AHEAD * MOST_IN_CHUNK
    }

    #[test]
    fn results_come_in_order_whatever_takes_long() {
        for jobs in [1, 2, 5] {
            let slow = |number| {
                thread::sleep(Duration::from_micros(if number % 97 == 0 { 500 } else { 0 }));
                number
            };
            assert!(results(jobs, 10_000, slow).into_iter().flatten().eq(1..=10_000), "{jobs}");
        }
    }

    #[test]
    fn no_thread_runs_far_ahead() {
        let (slow, most) = (quick_ones(2), AtomicUsize::new(0));
        let at_the_slow_one = results(2, 10 * slow, |number| {
            if number == slow {
                thread::sleep(Duration::from_millis(50));
            }
            most.fetch_max(number, Ordering::Relaxed)
        });
        let ahead = at_the_slow_one[slow - 1].unwrap() - slow;
        assert!(ahead <= 2 * CHUNKS_AHEAD * MOST_IN_CHUNK, "{ahead}");
    }

    #[test]
    fn a_panic_is_a_result() {
        for jobs in [1, 3] {
            let found = results(jobs, 1000, |number| if number == 400 { panic!("four") } else { number });
            assert_eq!(found.iter().filter(|result| result.is_none()).count(), 1);
            assert_eq!((found[399], found[400], found[999]), (None, Some(401), Some(1000)));
        }
    }

    #[test]
    fn a_worker_that_cannot_be_made_hangs_nobody() {
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
    fn who_takes_no_more_ends_it() {
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

    /// Three numbers at once, and then one that never comes, while nobody wants it.
    struct Stuck(usize, Arc<AtomicBool>);

    impl Iterator for Stuck {
        type Item = usize;

        fn next(&mut self) -> Option<usize> {
            while self.0 == 3 && !self.1.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(1));
            }
            self.0 += 1;
            Some(self.0)
        }
    }

    impl ItemSource for Stuck {
        fn has_arrived(&mut self) -> bool {
            self.0 < 3
        }
    }

    #[test]
    fn nobody_waits_for_what_has_not_arrived() {
        let gives_up = Arc::new(AtomicBool::new(false));
        let mut events = Vec::new();
        in_order(
            Stuck(0, gives_up.clone()),
            2,
            || |number: &usize| *number,
            |event| {
                events.push(match event {
                    Event::Result(_, result) => result.ok(),
                    Event::Idle | Event::Waiting => None,
                });
                let all_are_taken = events.iter().flatten().count() == 3;
                if all_are_taken && events.last() == Some(&None) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        assert!(events.into_iter().flatten().eq([1, 2, 3]));
        gives_up.store(true, Ordering::Relaxed);
    }

    #[test]
    fn it_is_told_before_an_item_is_waited_for() {
        let mut events = Vec::new();
        let gives_up = Arc::new(AtomicBool::new(true));
        in_order(
            Stuck(0, gives_up),
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
    fn what_is_done_does_not_wait_for_the_rest_of_its_chunk() {
        let (quick, start) = (quick_ones(2), Instant::now());
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
    fn a_source_that_panics_is_no_end() {
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
