//! Processes items on several threads. See [`in_order`](super::in_order).

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use std::{panic, thread};

use crate::clock::Instant;

use super::contents::{ChunkEvent, Contents, Source, Worker};

/// The interval between two [`Waiting`](super::Event::Waiting) events.
const WAITING_INTERVAL: Duration = Duration::from_millis(50);

/// The maximum number of chunks in flight (sent but not yet returned) per worker thread.
///
/// This limit bounds the memory usage while a slow item delays the results of later items.
pub(super) const CHUNKS_PER_THREAD: usize = 4;

/// The maximum number of items in a chunk.
pub(super) const MAX_CHUNK_SIZE: usize = 512;

/// The target time for processing a chunk.
///
/// A longer target time reduces the synchronization overhead, and a shorter one makes results available sooner. If a
/// worker exceeds the target time, it first sends the finished results and then processes the rest of the chunk.
const CHUNK_TIME: Duration = Duration::from_millis(2);

/// Consecutive items that are sent to a worker together. A worker may split a chunk into parts.
struct Chunk {
    /// The index of the chunk in input order.
    number: u64,
    /// The index of this part within the chunk.
    part: u64,
    /// Whether this is the last part of the chunk.
    is_last: bool,
    contents: Box<dyn Contents>,
}

/// The state shared by all threads of a batch.
#[derive(Default)]
struct Shared {
    /// The target number of items in the next chunk.
    chunk_size: AtomicUsize,
    /// Whether the batch has ended. If so, workers skip all remaining items.
    has_ended: AtomicBool,
}

/// Processes items on `jobs` worker threads.
///
/// A separate thread fetches items and sends them in chunks to the workers. Workers send the processed chunks and the
/// results to the current thread, which returns the chunks to the fetching thread. As a result, each item is freed by
/// the thread that allocated it, which avoids contention in the allocator.
///
/// If the system cannot start all workers, those that have started process all items. Returns their number.
///
/// # Errors
/// Returns `source` if the system cannot start a worker and the fetching thread.
pub(super) fn in_parallel<'a>(
    source: Box<dyn Source>,
    jobs: usize,
    worker: &(dyn Fn() -> Worker<'a> + Sync),
    take: &mut dyn FnMut(ChunkEvent<'_>) -> ControlFlow<()>,
) -> Result<usize, Box<dyn Source>> {
    let shared = Arc::new(Shared { chunk_size: AtomicUsize::new(1), ..Shared::default() });
    let (give_back, used) = mpsc::channel();
    let (sender, queue) = mpsc::channel();
    let (done, results) = mpsc::channel();
    let chunk_sender = || ChunkSender { jobs, sender: sender.clone() };
    let (start, started) = mpsc::channel();
    let fetcher = thread::Builder::new().spawn({
        let (chunks, shared) = (chunk_sender(), shared.clone());
        // This thread is not scoped, because `source` may block forever, and a scope waits for all its threads to end.
        // It receives `source` through a channel, because `source` must not be lost if the thread cannot start.
        move || {
            if let Ok(source) = started.recv() {
                send_chunks(source, jobs * CHUNKS_PER_THREAD, &used, &chunks, &shared);
            }
        }
    });
    let Ok(fetcher) = fetcher else { return Err(source) };
    let end_guard = EndGuard { shared: &shared, _chunks: chunk_sender() };
    let (queue, shared) = (&Mutex::new(queue), &*shared);
    thread::scope(move |scope| {
        let _end_guard = end_guard;
        let starts = (0..jobs).take_while(|_| {
            let done = done.clone();
            let work = move || process_chunks(queue, &done, worker, shared);
            thread::Builder::new().spawn_scoped(scope, work).is_ok()
        });
        let workers = starts.count();
        if workers == 0 {
            return Err(source);
        }
        drop(done);
        // Sending cannot fail, because the fetching thread waits for the source.
        let _ = start.send(source);
        let end = take_in_order(&results, &give_back, take);
        if end.is_continue()
            && let Err(panic) = fetcher.join()
        {
            panic::resume_unwind(panic);
        }
        Ok(workers)
    })
}

/// The sending end of the chunk queue. When dropped, it sends one `None` per worker to end all workers.
struct ChunkSender {
    jobs: usize,
    sender: Sender<Option<Chunk>>,
}

impl Drop for ChunkSender {
    fn drop(&mut self) {
        // Sending fails only if the receiving end has been dropped, which happens after all workers have ended.
        let _ = (0..self.jobs).try_for_each(|_| self.sender.send(None));
    }
}

/// A guard that ends the batch when dropped, even if the current thread panics.
struct EndGuard<'a> {
    shared: &'a Shared,
    _chunks: ChunkSender,
}

impl Drop for EndGuard<'_> {
    fn drop(&mut self) {
        self.shared.has_ended.store(true, Ordering::Relaxed);
    }
}

/// Sends the items of `source` to the workers in chunks until the batch ends.
///
/// At most `max_chunks` chunks are in flight at any time.
fn send_chunks(
    mut source: Box<dyn Source>,
    max_chunks: usize,
    used: &Receiver<Chunk>,
    chunks: &ChunkSender,
    shared: &Shared,
) {
    for number in 0.. {
        let mut reused = None;
        if number >= max_chunks as u64 {
            // Wait until all parts of a chunk have been returned. The channel is closed once the batch has ended.
            let Some(used) = used.iter().find(|chunk| chunk.is_last) else { return };
            reused = Some(used.contents);
        }
        let Some(contents) = source.next(reused, &shared.chunk_size) else { return };
        let chunk = Chunk { number, part: 0, is_last: true, contents };
        if chunks.sender.send(Some(chunk)).is_err() {
            return;
        }
    }
}

/// Processes chunks from `queue` until no chunks remain or the batch ends.
fn process_chunks<'a>(
    queue: &Mutex<Receiver<Option<Chunk>>>,
    done: &Sender<Chunk>,
    worker: &dyn Fn() -> Worker<'a>,
    shared: &Shared,
) {
    let mut process = worker();
    loop {
        let mut next = queue.lock().ok().and_then(|queue| queue.recv().ok()).flatten();
        if next.is_none() {
            return;
        }
        while let Some(mut chunk) = next.take() {
            let start = Instant::now();
            let mut results = 0;
            while chunk.contents.open() > 0 && (results == 0 || start.elapsed() < CHUNK_TIME) {
                if shared.has_ended.load(Ordering::Relaxed) {
                    return;
                }
                process(&mut *chunk.contents);
                results += 1;
            }
            let time_each = start.elapsed().as_nanos() / results;
            let size = CHUNK_TIME.as_nanos().checked_div(time_each).unwrap_or(u128::MAX);
            shared.chunk_size.store(size.clamp(1, MAX_CHUNK_SIZE as u128) as usize, Ordering::Relaxed);
            if chunk.contents.open() > 0 {
                let contents = chunk.contents.split_off();
                next = Some(Chunk { part: chunk.part + 1, contents, ..chunk });
                chunk.is_last = false;
            }
            if done.send(chunk).is_err() {
                return;
            }
        }
    }
}

/// Passes the results to `take` in the order of the items. A chunk that arrives early is stored until its turn comes.
fn take_in_order(
    results: &Receiver<Chunk>,
    give_back: &Sender<Chunk>,
    take: &mut dyn FnMut(ChunkEvent<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut early = BTreeMap::new();
    let mut due = (0, 0);
    loop {
        let mut chunk = loop {
            if let Some(chunk) = early.remove(&due) {
                break chunk;
            }
            let received = if let Ok(done) = results.try_recv() {
                Ok(done)
            } else {
                take(ChunkEvent::Idle)?;
                results.recv_timeout(WAITING_INTERVAL)
            };
            match received {
                Ok(chunk) => drop(early.insert((chunk.number, chunk.part), chunk)),
                Err(RecvTimeoutError::Timeout) => take(ChunkEvent::Waiting)?,
                Err(RecvTimeoutError::Disconnected) => return ControlFlow::Continue(()),
            }
        };
        take(ChunkEvent::Results(&mut *chunk.contents))?;
        due = if chunk.is_last { (chunk.number + 1, 0) } else { (chunk.number, chunk.part + 1) };
        // Sending fails if the fetching thread has already ended, which is not an error.
        let _ = give_back.send(chunk);
    }
}
