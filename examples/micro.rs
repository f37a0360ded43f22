use karteneck::game::*;
use std::hint::black_box;
use std::time::Instant;
struct Fixed(Stream, u32);
impl Chance for Fixed {
    #[inline] fn card(&mut self, s: Seat, p: &Cards, len: u32) -> u32 { let x = self.0.card(s, p, len); (x & 3) + self.1 }
    #[inline] fn portion(&mut self, u: Portions, len: u32) -> u32 { self.0.portion(u, len) }
}
struct Const(u32);
impl Chance for Const {
    #[inline] fn card(&mut self, _s: Seat, _p: &Cards, _len: u32) -> u32 { self.0 }
    #[inline] fn portion(&mut self, _u: Portions, _len: u32) -> u32 { 0 }
}
fn time(name: &str, mut f: impl FnMut()) {
    let n = 3_000_000u64;
    let mut best = f64::MAX;
    for _ in 0..25 { let t = Instant::now(); for _ in 0..n/10 { f(); } best = best.min(t.elapsed().as_nanos() as f64 / (n/10) as f64); }
    println!("{name:30} {best:.2}");
}
fn main() {
    let players = Players::new(2).unwrap();
    let key = DealKey::new(1, 0);
    let base = black_box(Box::new(Game::start(players, Seat::new(0).unwrap(), Edition::default(), &mut key.deal(players))));
    println!("{}", base.hand(Seat::new(0).unwrap()));
    let mut s = Key::new(3).stream();
    time("draw", || { black_box(s.below(50)); });
    time("copy", || { let g = *base; black_box(&g); });
    time("copy+choices", || { let g = *base; black_box(g.choices().len()); black_box(&g); });
    let mut choose = Key::new(5).stream();
    time("copy+choices+below", || { let g = *base; let c = g.choices(); black_box(choose.below(c.len() as u32)); black_box(&g); });
    time("copy+choices+below+get(&1)", || { let g = *base; let c = g.choices(); black_box(c.get((choose.below(c.len() as u32) & 1) as usize)); black_box(&g); });
    time("nocopy choices", || { let g = black_box(&*base); black_box(g.choices().len()); });
    time("nocopy choices+below", || { let g = black_box(&*base); black_box(choose.below(g.choices().len() as u32)); });
    time("nocopy choices+below+get&1", || { let g = black_box(&*base); let c = g.choices(); black_box(c.get((choose.below(c.len() as u32) & 1) as usize)); });
    time("nocopy choices+below+get", || { let g = black_box(&*base); let c = g.choices(); black_box(c.get((choose.below(c.len() as u32)) as usize)); });
    time("nocopy choices+get0", || { let g = black_box(&*base); let c = g.choices(); black_box(c.get(black_box(0))); });
    time("nocopy choices+get worm", || { let g = black_box(&*base); let c = g.choices(); black_box(c.get(black_box(5))); });
    let mv = base.choices().get(0);
    let mut konst = Const(20);
    time("copy+play const chance", || { let mut g = *base; g.play(black_box(mv), &mut konst); black_box(&g); });
    let mut luck = Fixed(Key::new(1).stream(), 20);
    time("copy+play fixed chance", || { let mut g = *base; g.play(black_box(mv), &mut luck); black_box(&g); });
    time("copy+all", || { let mut g = *base; let c = g.choices(); let i = choose.below(c.len() as u32) & 1; g.play(c.get(i as usize), &mut luck); black_box(&g); });
}
