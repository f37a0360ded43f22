use karteneck::game::*;
use std::hint::black_box;
use std::time::Instant;
fn main() {
    for _ in 0..4 {
        let n = 50_000_000u64;
        let mut s = Key::new(3).stream(); let mut a = 0u64; let mut b = 0u64;
        let t = Instant::now();
        for _ in 0..n { if s.below(1000) < 1 { black_box(&mut a); a += 1; } else { black_box(&mut b); b += 3; } }
        let p = t.elapsed().as_nanos() as f64 / n as f64;
        let t = Instant::now();
        for _ in 0..n { if s.below(1000) < 500 { black_box(&mut a); a += 1; } else { black_box(&mut b); b += 3; } }
        let r = t.elapsed().as_nanos() as f64 / n as f64;
        println!("predictable {p:.2} random {r:.2} => mispredict {:.2} ns  {a} {b}", (r - p) / 0.5);
    }
}
