//! The target `piece` for `cargo fuzz`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    karteneck_fuzz::piece(data);
});
