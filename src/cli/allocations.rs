//! Counting allocations, so that "allocates nothing" is measured and not assumed.
//!
//! The program and the integration tests install [`CountingAllocator`]; the library installs none, and without one there
//! is no count.
#![expect(
    unsafe_code,
    reason = "there is no other way to count allocations; it only forwards to the system's allocator"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, counting the requests of each thread.
#[derive(Clone, Copy, Debug, Default)]
pub struct CountingAllocator;

fn count() {
    // A thread that is ending no longer has a counter, and nothing would read it.
    let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
}

// SAFETY: every call is forwarded unchanged to the system's allocator; counting touches a number of the same thread,
// which needs no allocation itself.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: as promised by the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: as promised by the caller.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: as promised by the caller.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as promised by the caller.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// The allocations of this thread so far; `None` if no [`CountingAllocator`] is installed.
pub fn allocations() -> Option<u64> {
    // Every caller has allocated something before: a count of zero means that nothing is counted.
    Some(ALLOCATIONS.get()).filter(|&count| count > 0)
}
