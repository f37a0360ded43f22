//! The target `deals` for `cargo fuzz`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    karteneck_fuzz::deals(data);
});
