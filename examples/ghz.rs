use std::hint::black_box;
use std::time::Instant;
fn main() {
    for _ in 0..3 {
        let mut x = black_box(3u64);
        let t = Instant::now();
        for _ in 0..100_000_000u64 { x = black_box(x).wrapping_mul(5) ; }
        let e = t.elapsed().as_nanos() as f64 / 1e8;
        let mut y = black_box(3u64);
        let t = Instant::now();
        for i in 0..100_000_000u64 { y = y.wrapping_mul(6364136223846793005).wrapping_add(i); }
        black_box(y);
        let e2 = t.elapsed().as_nanos() as f64 / 1e8;
        let a = black_box([7u64; 47]);
        let t = Instant::now();
        for _ in 0..20_000_000u64 { let b = black_box(a); black_box(&b); }
        let e3 = t.elapsed().as_nanos() as f64 / 2e7;
        println!("store-forward+lea {e:.2} ns; imul+add (4 cycles) {e2:.3} ns => {:.2} GHz; copy 376B {e3:.2} ns {x}", 4.0 / e2);
    }
}
