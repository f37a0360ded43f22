use karteneck::game::*;
fn main() {
    let p: usize = std::env::args().nth(1).unwrap().parse().unwrap();
    let games: u64 = std::env::args().nth(2).unwrap().parse().unwrap();
    let players = Players::new(p).unwrap();
    let mut best = f64::MAX; let mut bd = f64::MAX; let mut acc = 0u64; let mut dec = 0u64;
    for _ in 0..if games > 5000 {9} else {1} {
        let mut s = Key::new(1).stream();
        let t = std::time::Instant::now();
        let n = if games > 5000 {20_000_000u32} else {1};
        for i in 0..n { acc = acc.wrapping_add(s.below(5 + (i & 63)) as u64); }
        bd = bd.min(t.elapsed().as_nanos() as f64 / n as f64);
        dec = 0;
        let t = std::time::Instant::now();
        for g in 0..games {
            let key = DealKey::new(1, g);
            let mut deal = key.deal(players);
            let mut choose = key.choices(Seat::new(0).unwrap(), 0);
            let mut game = Game::start(players, Seat::new(0).unwrap(), Edition::default(), &mut deal);
            while !game.table().is_over() { game.play_random(&mut choose, &mut deal, &mut ()); dec += 1; }
            acc += game.outcome().worms.0[0] as u64;
        }
        best = best.min(t.elapsed().as_nanos() as f64 / dec as f64);
    }
    println!("{p}p draw {bd:.2} ns; {best:.1} ns/decision, x{:.1}  dec {dec} acc {acc}", best / bd);
}
