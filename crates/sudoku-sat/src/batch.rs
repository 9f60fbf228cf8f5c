//! Work on many items by several threads, with the results in the order of the items.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;
use std::sync::mpsc::{self, TryRecvError};
use std::thread;

use thiserror::Error;

/// How many items a thread may be ahead of the one whose result is due.
const AHEAD: usize = 64;

/// What comes of a batch, one after the other.
#[derive(Debug)]
pub enum Event<R> {
    /// The result of the next item.
    Result(R),
    /// The next result may take a while, as may the next item: a good time to flush what was written.
    Idle,
}

/// The work on an item panicked; its message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a worker panicked: {0}")]
pub struct Panicked(pub String);

/// Lets `jobs` threads work on `items`, and hands the results to `take` on this thread, in the order of the items, until
/// there are no more or `take` breaks.
///
/// Each thread has a worker of its own, made by `worker`, and a new one after a panic. One job works on this
/// thread, and several on others, as does what fetches the items. Memory: some dozens of items and
/// results a thread, however long one of them takes. After a break, each thread ends the item that it has.
///
/// ```
/// use std::ops::ControlFlow;
/// use sudoku_sat::batch::{Event, in_order};
///
/// let mut squares = Vec::new();
/// in_order(1..=100, 2, || |number: u32| number * number, |event| {
///     if let Event::Result(square) = event {
///         squares.push(square.unwrap());
///     }
///     ControlFlow::Continue(())
/// });
/// assert_eq!(squares, (1..=100).map(|number| number * number).collect::<Vec<_>>());
/// ```
pub fn in_order<T, R, W>(
    items: impl Iterator<Item = T> + Send,
    jobs: usize,
    worker: impl Fn() -> W + Sync,
    mut take: impl FnMut(Event<Result<R, Panicked>>) -> ControlFlow<()>,
) where
    T: Send,
    R: Send,
    W: FnMut(T) -> R,
{
    if jobs <= 1 {
        let mut work = Guarded::new(&worker);
        let mut items = items;
        while take(Event::Idle).is_continue()
            && items.next().is_some_and(|item| take(Event::Result(work.on(item))).is_continue())
        {}
        return;
    }
    let (permits, used_permits) = mpsc::sync_channel(jobs * AHEAD);
    let (sender, queue) = mpsc::channel();
    let (done, results) = mpsc::channel();
    let queue = Mutex::new(queue);
    let (worker, queue) = (&worker, &queue);
    // What is received goes with this closure, so that nobody waits for it in vain.
    thread::scope(move |scope| {
        scope.spawn(move || {
            for numbered in items.enumerate() {
                // Both fail once nobody wants results any more.
                if permits.send(()).is_err() || sender.send(numbered).is_err() {
                    return;
                }
            }
        });
        for _ in 0..jobs {
            let done = done.clone();
            scope.spawn(move || {
                let mut work = Guarded::new(worker);
                loop {
                    let next = queue.lock().ok().and_then(|queue| queue.recv().ok());
                    let Some((number, item)) = next else { return };
                    if done.send((number, work.on(item))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(done);
        let mut early = BTreeMap::new();
        for due in 0.. {
            let result = loop {
                if let Some(result) = early.remove(&due) {
                    break result;
                }
                let received = match results.try_recv() {
                    Err(TryRecvError::Empty) => {
                        if take(Event::Idle).is_break() {
                            return;
                        }
                        results.recv().ok()
                    }
                    other => other.ok(),
                };
                let Some((number, result)) = received else { return };
                early.insert(number, result);
            };
            if take(Event::Result(result)).is_break() {
                return;
            }
            let _ = used_permits.recv();
        }
    });
}

/// A worker that is made anew if it panics.
struct Guarded<'a, F, W> {
    make: &'a F,
    /// Made when it is needed.
    worker: Option<W>,
}

impl<'a, F: Fn() -> W, W> Guarded<'a, F, W> {
    fn new(make: &'a F) -> Self {
        Self { make, worker: None }
    }

    fn on<T, R>(&mut self, item: T) -> Result<R, Panicked>
    where
        W: FnMut(T) -> R,
    {
        let worker = AssertUnwindSafe(|| self.worker.get_or_insert_with(self.make)(item));
        panic::catch_unwind(worker).map_err(|payload| {
            self.worker = None;
            let words = payload.downcast_ref::<&str>().map(|words| (*words).to_owned());
            Panicked(words.or_else(|| payload.downcast_ref().cloned()).unwrap_or_default())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    fn results(jobs: usize, count: usize, work: impl Fn(usize) -> usize + Sync) -> Vec<Option<usize>> {
        let mut results = Vec::new();
        in_order(
            0..count,
            jobs,
            || &work,
            |event| {
                if let Event::Result(result) = event {
                    results.push(result.ok());
                }
                ControlFlow::Continue(())
            },
        );
        results
    }

    #[test]
    fn results_come_in_order_whatever_takes_long() {
        for jobs in [1, 2, 5] {
            let slow = |number| {
                thread::sleep(Duration::from_micros(if number % 7 == 0 { 500 } else { 0 }));
                number
            };
            assert!(results(jobs, 1000, slow).into_iter().flatten().eq(0..1000), "{jobs}");
        }
    }

    #[test]
    fn no_thread_runs_far_ahead() {
        let most = AtomicUsize::new(0);
        let at_the_first = results(2, 2000, |number| {
            if number == 0 {
                thread::sleep(Duration::from_millis(50));
            }
            most.fetch_max(number, Ordering::Relaxed)
        });
        let ahead = at_the_first[0].unwrap();
        assert!((AHEAD..=2 * AHEAD).contains(&ahead), "{ahead}");
    }

    #[test]
    fn a_panic_is_a_result() {
        for jobs in [1, 3] {
            let found = results(jobs, 10, |number| if number == 4 { panic!("four") } else { number });
            assert_eq!(found.iter().filter(|result| result.is_none()).count(), 1);
            assert_eq!((found[4], found[9]), (None, Some(9)));
        }
    }

    #[test]
    fn a_worker_that_cannot_be_made_hangs_nobody() {
        for jobs in [1, 3] {
            let mut failed = 0;
            let none = || -> fn(usize) -> usize { panic!("no worker") };
            in_order(0..500, jobs, none, |event| {
                failed += usize::from(matches!(event, Event::Result(Err(_))));
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
                0..,
                jobs,
                || |number: usize| number,
                |event| {
                    taken += usize::from(matches!(event, Event::Result(_)));
                    if taken == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            );
            assert_eq!(taken, 10);
        }
    }
}
