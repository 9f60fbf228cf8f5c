//! Items and results whose types are erased.
//!
//! The code for threads and queues only passes them on. Without their types, it is compiled once, and not again for
//! each kind of item and result.

use std::any::Any;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{Event, ItemSource, Panicked};

/// Items that are processed together, and the results so far.
pub(super) trait Contents: Any + Send {
    /// Returns the number of items without a result.
    fn open(&self) -> usize;

    /// Removes the items without a result, and returns them.
    fn split_off(&mut self) -> Box<dyn Contents>;
}

/// A source of items.
pub(super) trait Source: Send {
    /// Returns whether the next item is available without waiting for input.
    fn has_arrived(&mut self) -> bool;

    /// Waits for an item, then reads the value of `size`, and returns up to that many items that have arrived. Returns
    /// `None` after the last item. The result reuses the memory of `used` and of its items.
    fn next(&mut self, used: Option<Box<dyn Contents>>, size: &AtomicUsize) -> Option<Box<dyn Contents>>;
}

/// A function that processes the first item that has no result yet, and stores its result.
pub(super) type Worker<'a> = Box<dyn FnMut(&mut dyn Contents) + 'a>;

/// An [`Event`] with the results of several items.
pub(super) enum ChunkEvent<'a> {
    Results(&'a mut dyn Contents),
    Idle,
    Waiting,
}

/// The items and results behind [`Contents`].
struct Typed<T, R> {
    items: Vec<T>,
    results: Vec<Result<R, Panicked>>,
}

impl<T: 'static, R: 'static> Typed<T, R> {
    fn of(contents: &mut dyn Contents) -> &mut Self {
        let any: &mut dyn Any = contents;
        any.downcast_mut().expect("all contents of a batch have the same type")
    }
}

impl<T: Send + 'static, R: Send + 'static> Contents for Typed<T, R> {
    fn open(&self) -> usize {
        self.items.len() - self.results.len()
    }

    fn split_off(&mut self) -> Box<dyn Contents> {
        let items = self.items.split_off(self.results.len());
        Box::new(Self { items, results: Vec::new() })
    }
}

/// A source of items of any type. Their results have the type `R`.
pub(super) struct TypedSource<S, R> {
    pub(super) source: S,
    pub(super) result: PhantomData<fn() -> R>,
}

impl<S: ItemSource<Item: Send> + Send + 'static, R: Send + 'static> Source for TypedSource<S, R> {
    fn has_arrived(&mut self) -> bool {
        self.source.has_arrived()
    }

    fn next(&mut self, used: Option<Box<dyn Contents>>, size: &AtomicUsize) -> Option<Box<dyn Contents>> {
        let mut contents =
            used.unwrap_or_else(|| Box::new(Typed::<S::Item, R> { items: Vec::new(), results: Vec::new() }));
        let Typed { items, .. } = Typed::<S::Item, R>::of(&mut *contents);
        if !self.fetch(items, 0) {
            return None;
        }
        let (size, mut count) = (size.load(Ordering::Relaxed), 1);
        while count < size && self.source.has_arrived() && self.fetch(items, count) {
            count += 1;
        }
        items.truncate(count);
        Some(contents)
    }
}

impl<S: ItemSource, R> TypedSource<S, R> {
    /// Stores the next item in `items` at `index`, which is at most `items.len()`. Returns `false` after the last item.
    fn fetch(&mut self, items: &mut Vec<S::Item>, index: usize) -> bool {
        match items.get_mut(index) {
            Some(item) => self.source.replace(item),
            None => self.source.next().map(|item| items.push(item)).is_some(),
        }
    }
}

/// Returns a worker that processes items of type `T` with the function that `make` returns. The function is replaced
/// after a panic.
pub(super) fn erased_worker<'a, T: 'static, R: 'static, W: FnMut(&T) -> R + 'a>(
    make: &'a (impl Fn() -> W + Sync),
) -> Worker<'a> {
    let mut work: Option<W> = None;
    Box::new(move |contents| {
        let Typed { items, results } = Typed::of(contents);
        let process = AssertUnwindSafe(|| work.get_or_insert_with(make)(&items[results.len()]));
        let result = panic::catch_unwind(process).map_err(|payload| {
            work = None;
            let words = payload.downcast_ref::<&str>().map(|words| (*words).to_owned());
            Panicked(words.or_else(|| payload.downcast_ref().cloned()).unwrap_or_default())
        });
        results.push(result);
    })
}

/// Passes the items and results of `event` to `take`.
pub(super) fn take_each<T: 'static, R: 'static>(
    event: ChunkEvent<'_>,
    take: &mut impl FnMut(Event<'_, T, R>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match event {
        ChunkEvent::Results(contents) => {
            let Typed { items, results } = Typed::of(contents);
            let mut pairs = items.iter().zip(results.drain(..));
            pairs.try_for_each(|(item, result)| take(Event::Result(item, result)))
        }
        ChunkEvent::Idle => take(Event::Idle),
        ChunkEvent::Waiting => take(Event::Waiting),
    }
}
