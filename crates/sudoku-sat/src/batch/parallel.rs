//! Several threads.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::{Event, Guarded, ItemSource, PATIENCE, Panicked};

/// How many chunks of items a thread may be ahead of the one whose result is due.
pub(super) const CHUNKS_AHEAD: usize = 4;

/// How many items make a chunk at most: what goes from one thread to another at once.
pub(super) const MOST_IN_CHUNK: usize = 256;

/// How long the work on a chunk should take, so that threads talk little, and none waits long for another. Where it
/// takes longer, what is done goes ahead.
const CHUNK_TIME: Duration = Duration::from_millis(2);

/// Items that go from one thread to another together.
struct Chunk<T> {
    /// The number among all chunks.
    number: u64,
    /// The number among the parts of what was one chunk.
    part: u64,
    /// Whether it is the last of these.
    is_last: bool,
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
pub(super) fn in_parallel<S, R, W>(
    source: S,
    jobs: usize,
    worker: &(impl Fn() -> W + Sync),
    take: impl FnMut(Event<'_, S::Item, R>) -> ControlFlow<()>,
) where
    S: ItemSource<Item: Send> + Send + 'static,
    R: Send,
    W: FnMut(&S::Item) -> R,
{
    let shared = Arc::new(Shared { chunk_size: AtomicUsize::new(1), ..Shared::default() });
    let (give_back, used) = mpsc::channel();
    let (sender, queue) = mpsc::channel();
    let (done, results) = mpsc::channel();
    let ends = || Ends { jobs, sender: sender.clone() };
    let feeding = thread::spawn({
        let (ends, shared) = (ends(), shared.clone());
        // Not one of the threads that are waited for: what it waits for itself may never come.
        move || feed(source, jobs * CHUNKS_AHEAD, &used, &ends, &shared)
    });
    let taking = Taking { shared: &shared, _ends: ends() };
    let (queue, shared) = (&Mutex::new(queue), &*shared);
    thread::scope(move |scope| {
        let _taking = taking;
        for _ in 0..jobs {
            let done = done.clone();
            scope.spawn(move || work_through(queue, &done, worker, shared));
        }
        drop(done);
        let end = take_in_order(&results, &give_back, take);
        if end.is_continue()
            && let Err(panic) = feeding.join()
        {
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

/// Somebody takes results; when it goes, even by a panic, nobody wants any more.
struct Taking<'a, T> {
    shared: &'a Shared,
    _ends: Ends<T>,
}

impl<T> Drop for Taking<'_, T> {
    fn drop(&mut self) {
        self.shared.has_ended.store(true, Ordering::Relaxed);
    }
}

/// Makes chunks of the items, of which up to `most` are on their way, as long as somebody wants them.
fn feed<S: ItemSource>(
    mut source: S,
    most: usize,
    used: &Receiver<Chunk<S::Item>>,
    ends: &Ends<S::Item>,
    shared: &Shared,
) {
    for number in 0.. {
        let mut items = Vec::new();
        if number >= most as u64 {
            // Nobody gives back any more once nobody wants results.
            let Some(used) = used.iter().find(|chunk| chunk.is_last) else { return };
            items = used.items;
            items.clear();
        }
        items.extend(source.next());
        let size = shared.chunk_size.load(Ordering::Relaxed);
        while !items.is_empty() && items.len() < size && source.has_arrived() {
            let Some(item) = source.next() else { break };
            items.push(item);
        }
        let chunk = Chunk { number, part: 0, is_last: true, items };
        if chunk.items.is_empty() || ends.sender.send(Some(chunk)).is_err() {
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
        let mut next = queue.lock().ok().and_then(|queue| queue.recv().ok()).flatten();
        if next.is_none() {
            return;
        }
        while let Some(mut chunk) = next.take() {
            let start = Instant::now();
            let mut results = Vec::with_capacity(chunk.items.len());
            for item in &chunk.items {
                if shared.has_ended.load(Ordering::Relaxed) {
                    return;
                }
                results.push(work.on(item));
                if start.elapsed() >= CHUNK_TIME {
                    break;
                }
            }
            let time_each = start.elapsed().as_nanos() / results.len() as u128;
            let size = CHUNK_TIME.as_nanos().checked_div(time_each).unwrap_or(u128::MAX);
            shared.chunk_size.store(size.clamp(1, MOST_IN_CHUNK as u128) as usize, Ordering::Relaxed);
            if results.len() < chunk.items.len() {
                let items = chunk.items.split_off(results.len());
                next = Some(Chunk { part: chunk.part + 1, items, ..chunk });
                chunk.is_last = false;
            }
            if done.send((chunk, results)).is_err() {
                return;
            }
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
    let mut due = (0, 0);
    loop {
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
                Ok(done) => drop(early.insert((done.0.number, done.0.part), done)),
                Err(RecvTimeoutError::Timeout) => take(Event::Waiting)?,
                Err(RecvTimeoutError::Disconnected) => return ControlFlow::Continue(()),
            }
        };
        for (item, result) in chunk.items.iter().zip(results) {
            take(Event::Result(item, result))?;
        }
        due = if chunk.is_last { (chunk.number + 1, 0) } else { (chunk.number, chunk.part + 1) };
        // Who fetches items may have come to the end.
        let _ = give_back.send(chunk);
    }
}
