//! Observations as numbers from 0 to 1.

use std::ops::Range;

use super::bytes::{CARDS_LEN, PORTIONS_LEN};
use super::observation::{SEAT_LEN, SHARED_LEN};
use crate::game::{COPIES_OF_A_NUMBER, DECK_SIZE, PORTIONS, ZEROS};

/// The most cards that a seat can hold or have laid: six at the start, two for each of nine passes, one for each of six lays.
const MAX_CARDS: u32 = 30;
/// The most that a display is worth.
const MAX_TOTAL: u32 = 5 * MAX_CARDS;
const MAX_ROUNDS: u32 = 9;

/// What each byte is divided by, except the depths of a stack.
type Scales<const N: usize> = [f32; N];

/// Where the stack is among the bytes of a seat.
const STACK: Range<usize> = CARDS_LEN + 5..CARDS_LEN + 5 + PORTIONS;

static SHARED: Scales<SHARED_LEN> = shared_scales();
static SEAT: Scales<SEAT_LEN> = seat_scales();

const fn set_cards(scales: &mut [f32], from: usize) {
    let mut index = 0;
    while index < CARDS_LEN - 25 {
        scales[from + index] = COPIES_OF_A_NUMBER as f32;
        index += 1;
    }
}

const fn shared_scales() -> Scales<SHARED_LEN> {
    let mut scales = [1.0; SHARED_LEN];
    set_cards(&mut scales, 0);
    set_cards(&mut scales, CARDS_LEN);
    set_cards(&mut scales, 2 * CARDS_LEN);
    let portions = 3 * CARDS_LEN;
    scales[portions] = ZEROS as f32;
    scales[portions + PORTIONS_LEN] = ZEROS as f32;
    let counts = portions + 2 * PORTIONS_LEN;
    scales[counts] = DECK_SIZE as f32;
    scales[counts + 1] = PORTIONS as f32;
    scales[counts + 2] = MAX_ROUNDS as f32;
    scales[counts + 3] = MAX_ROUNDS as f32;
    scales
}

const fn seat_scales() -> Scales<SEAT_LEN> {
    let mut scales = [1.0; SEAT_LEN];
    set_cards(&mut scales, 0);
    scales[CARDS_LEN] = MAX_TOTAL as f32;
    scales[CARDS_LEN + 1] = MAX_CARDS as f32;
    scales[STACK.end] = u8::MAX as f32;
    scales
}

/// Turns an observation in bytes into numbers from 0 to 1: each byte divided by its greatest value, and one divided by each depth in a
/// stack, so that the top is 1 and what is not there is 0.
///
/// # Panics
/// If the lengths differ.
pub fn write_floats(bytes: &[u8], out: &mut [f32]) {
    assert_eq!(bytes.len(), out.len(), "as many numbers as bytes");
    let (shared, seats) = bytes.split_at(SHARED_LEN);
    let (shared_out, seats_out) = out.split_at_mut(SHARED_LEN);
    divide(shared, &SHARED, shared_out);
    for (out, bytes) in seats_out.chunks_mut(SEAT_LEN).zip(seats.chunks(SEAT_LEN)) {
        divide(bytes, &SEAT, out);
        out[STACK].iter_mut().zip(&bytes[STACK]).for_each(|(out, &depth)| *out = one_over(depth));
    }
}

#[inline]
fn divide(bytes: &[u8], scales: &[f32], out: &mut [f32]) {
    for ((out, &byte), scale) in out.iter_mut().zip(bytes).zip(scales) {
        *out = f32::from(byte) / scale;
    }
}

fn one_over(depth: u8) -> f32 {
    if depth == 0 { 0.0 } else { f32::from(depth).recip() }
}
