//! The engine allocates nothing: counted, not claimed.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

use karteneck::game::{DealKey, Edition, Game, Players};

use crate::support::{middle, seat, stream};

/// The system's allocator, counting what each thread asks of it.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[expect(unsafe_code, reason = "an allocator can be counted in no other way; it only hands on to the system's")]
// SAFETY: every call is handed on unchanged to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: as promised by the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as promised by the caller.
        unsafe { System.dealloc(pointer, layout) }
    }
}

fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| drop(black_box(vec![black_box(1_u8); 100]))), 1);
}

#[test]
fn random_games_allocate_nothing() {
    for players in Players::ALL {
        let count = allocations(|| {
            for index in 0..1000 {
                let key = DealKey::new(1, index);
                let mut luck = key.deal(players);
                let mut choose = key.choices(seat(0), 0);
                let mut game = Game::start(players, key.first_seat(players), Edition::default(), &mut luck);
                while !game.table().is_over() {
                    black_box(game.choices().list());
                    game.play_random(&mut choose, &mut luck, &mut ());
                }
                black_box(game.outcome());
            }
        });
        assert_eq!(count, 0, "{players} players");
    }
}

#[test]
fn imagining_and_rolling_out_allocates_nothing() {
    for players in Players::ALL {
        let game = middle(players.count(), 7, 30);
        let mut luck = stream(7);
        let count = allocations(|| {
            for _ in 0..1000 {
                let mut imagined = game.view(game.table().turn()).imagine(&mut luck);
                imagined.roll_out(&mut luck);
                black_box(imagined.outcome());
            }
        });
        assert_eq!(count, 0, "{players} players");
    }
}

#[test]
fn describing_setting_up_and_refusing_allocates_nothing() {
    let game = middle(5, 3, 40);
    let count = allocations(|| {
        let mut position = black_box(game.position());
        let _ = black_box(Game::from_position(&position));
        position.pile = karteneck::game::Cards::NONE;
        let _ = black_box(Game::from_position(&position));
    });
    assert_eq!(count, 0);
}

#[test]
fn the_state_is_small() {
    assert!(size_of::<Game>() <= 384, "{} bytes", size_of::<Game>());
    assert_eq!(size_of::<karteneck::game::Move>(), 8);
    assert!(size_of::<karteneck::game::View<'_>>() <= 32);
}
