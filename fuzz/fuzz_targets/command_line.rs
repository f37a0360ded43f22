//! The target `command_line` for `cargo fuzz`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    karteneck_fuzz::command_line(data);
});
