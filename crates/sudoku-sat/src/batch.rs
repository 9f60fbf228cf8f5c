//! Work on many items by several threads, with the results in the order of the items.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, RangeInclusive};
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

/// How many chunks of items a thread may be ahead of the one whose result is due.
const CHUNKS_AHEAD: usize = 4;

/// How many items make a chunk at most: what goes from one thread to another at once.
const MOST_IN_CHUNK: usize = 256;

/// How long the work on a chunk should take, so that threads talk little, and none waits long for another.
const CHUNK_TIME: Duration = Duration::from_millis(2);

/// How long results may be kept back by whoever takes them.
const PATIENCE: Duration = Duration::from_millis(50);

/// Items, one after the other, some of which may have to be waited for.
pub trait Source: Iterator {
    /// Whether the next item, or the end, comes without being waited for.
    fn has_arrived(&mut self) -> bool;
}

impl<N> Source for RangeInclusive<N>
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
    /// The next result, or the next item, may take a while: a good time to flush what was written, and to look whether
    /// somebody wants to end it. Comes every now and then while nothing else does, if there are several jobs.
    Idle,
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
    S: Source<Item: Send> + Send + 'static,
    R: Send,
    W: FnMut(&S::Item) -> R,
{
    if jobs <= 1 { in_turn(source, &worker, take) } else { in_parallel(source, jobs, &worker, take) }
}

/// Works on this thread alone.
fn in_turn<S: Source, R, W: FnMut(&S::Item) -> R>(
    mut source: S,
    worker: &impl Fn() -> W,
    mut take: impl FnMut(Event<'_, S::Item, R>) -> ControlFlow<()>,
) {
    let mut work = Guarded::new(worker);
    let mut last_idle = Instant::now();
    loop {
        if !source.has_arrived() || last_idle.elapsed() >= PATIENCE {
            if take(Event::Idle).is_break() {
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

/// Items that go from one thread to another together.
struct Chunk<T> {
    /// The number among all chunks.
    number: u64,
    items: Vec<T>,
}

/// A chunk with its results.
type Done<T, R> = (Chunk<T>, Vec<Result<R, Panicked>>);

/// What the threads of a batch have in common.
#[derive(Default)]
struct Shared {
    /// How many items the next chunks should have.
    chunk_size: AtomicUsize,
    /// Whether nobody wants results any more.
    has_ended: AtomicBool,
}

/// Chunks go around: from the one who fetches items to a worker, from there to the one who takes the results, and back.
/// So memory is freed where it was allocated, or else the threads would get in each other's way.
fn in_parallel<S, R, W>(
    source: S,
    jobs: usize,
    worker: &(impl Fn() -> W + Sync),
    take: impl FnMut(Event<'_, S::Item, R>) -> ControlFlow<()>,
) where
    S: Source<Item: Send> + Send + 'static,
    R: Send,
    W: FnMut(&S::Item) -> R,
{
    let shared = Arc::new(Shared { chunk_size: AtomicUsize::new(1), ..Shared::default() });
    let (give_back, used) = mpsc::channel();
    let (sender, queue) = mpsc::channel();
    let (done, results) = mpsc::channel();
    let ends = Ends { jobs, sender: sender.clone() };
    let feeding = thread::spawn({
        let shared = shared.clone();
        // Not one of the threads that are waited for: what it waits for itself may never come.
        move || feed(source, jobs * CHUNKS_AHEAD, &used, &ends, &shared)
    });
    let queue = Mutex::new(queue);
    let (queue, shared) = (&queue, &*shared);
    thread::scope(move |scope| {
        for _ in 0..jobs {
            let done = done.clone();
            scope.spawn(move || work_through(queue, &done, worker, shared));
        }
        drop(done);
        if take_in_order(&results, &give_back, take).is_break() {
            shared.has_ended.store(true, Ordering::Relaxed);
            drop(Ends { jobs, sender });
        } else if let Err(panic) = feeding.join() {
            panic::resume_unwind(panic);
        }
    });
}

/// Tells each worker, when it goes, that no more items come.
struct Ends<T> {
    jobs: usize,
    sender: Sender<Option<Chunk<T>>>,
}

impl<T> Drop for Ends<T> {
    fn drop(&mut self) {
        // A worker that is gone already need not be told.
        let _ = (0..self.jobs).try_for_each(|_| self.sender.send(None));
    }
}

/// Makes chunks of the items, of which up to `most` are on their way, as long as somebody wants them.
fn feed<S: Source>(
    mut source: S,
    most: usize,
    used: &Receiver<Chunk<S::Item>>,
    ends: &Ends<S::Item>,
    shared: &Shared,
) {
    for number in 0.. {
        let mut items = if number < most as u64 {
            Vec::new()
        } else {
            // Nobody gives back any more once nobody wants results.
            let Ok(used) = used.recv() else { return };
            used.items
        };
        items.clear();
        items.extend(source.next());
        let size = shared.chunk_size.load(Ordering::Relaxed);
        while !items.is_empty() && items.len() < size && source.has_arrived() {
            let Some(item) = source.next() else { break };
            items.push(item);
        }
        if items.is_empty() || ends.sender.send(Some(Chunk { number, items })).is_err() {
            return;
        }
    }
}

/// Works on chunks as long as there are any.
fn work_through<T, R, W: FnMut(&T) -> R>(
    queue: &Mutex<Receiver<Option<Chunk<T>>>>,
    done: &Sender<Done<T, R>>,
    worker: &impl Fn() -> W,
    shared: &Shared,
) {
    let mut work = Guarded::new(worker);
    loop {
        let next = queue.lock().ok().and_then(|queue| queue.recv().ok()).flatten();
        let Some(chunk) = next else { return };
        let start = Instant::now();
        let mut results = Vec::with_capacity(chunk.items.len());
        for item in &chunk.items {
            if shared.has_ended.load(Ordering::Relaxed) {
                return;
            }
            results.push(work.on(item));
        }
        let time_each = start.elapsed().as_nanos() / results.len() as u128;
        let size = CHUNK_TIME.as_nanos().checked_div(time_each).unwrap_or(u128::MAX);
        shared.chunk_size.store(size.clamp(1, MOST_IN_CHUNK as u128) as usize, Ordering::Relaxed);
        if done.send((chunk, results)).is_err() {
            return;
        }
    }
}

/// Hands on the results of one chunk after the other.
fn take_in_order<T, R>(
    results: &Receiver<Done<T, R>>,
    give_back: &Sender<Chunk<T>>,
    mut take: impl FnMut(Event<'_, T, R>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut early = BTreeMap::new();
    for due in 0.. {
        let (chunk, results) = loop {
            if let Some(done) = early.remove(&due) {
                break done;
            }
            let received = if let Ok(done) = results.try_recv() {
                Ok(done)
            } else {
                take(Event::Idle)?;
                results.recv_timeout(PATIENCE)
            };
            match received {
                Ok(done) => drop(early.insert(done.0.number, done)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return ControlFlow::Continue(()),
            }
        };
        for (item, result) in chunk.items.iter().zip(results) {
            take(Event::Result(item, result))?;
        }
        // Who fetches items may have come to the end.
        let _ = give_back.send(chunk);
    }
    ControlFlow::Continue(())
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
    use super::*;
    use std::sync::atomic::AtomicBool;

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

    impl Source for Stuck {
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
                    Event::Idle => None,
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
    fn idle_comes_before_one_waits_for_an_item() {
        let mut events = Vec::new();
        let gives_up = Arc::new(AtomicBool::new(true));
        in_order(
            Stuck(0, gives_up),
            1,
            || |number: &usize| *number,
            |event| {
                events.push(match event {
                    Event::Result(_, result) => result.ok(),
                    Event::Idle => None,
                });
                if events.len() == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        assert_eq!(events, [Some(1), Some(2), Some(3), None, Some(4)]);
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
        impl Source for Failing {
            fn has_arrived(&mut self) -> bool {
                true
            }
        }
        in_order(Failing, 2, || |number: &usize| *number, |_| ControlFlow::Continue(()));
    }
}
