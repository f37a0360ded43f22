//! Start and result against others, at every number of players.

use super::findings::Duel;
use super::oracle::{Halt, Purpose};
use super::plan::TuningPlan;
use super::race::{Ledger, RaceTable};
use crate::entrants::{Entrant, EntrantKind};
use crate::game::Players;
use crate::strategies::Value;

/// Games of the tuning for each block of a comparison, and the minimum and maximum number of blocks.
const GAMES_PER_BLOCK: u64 = 500;
const BLOCKS: (u64, u64) = (50, 1000);
/// The same for slow entrants.
const GAMES_PER_SLOW_BLOCK: u64 = 250_000;
const SLOW_BLOCKS: (u64, u64) = (2, 20);
/// How much slower than a rule of thumb an entrant may be before it plays fewer blocks.
const PATIENCE: u64 = 20;

/// Start and result against one entrant, at every number of players.
pub(super) fn against(
    ledger: &mut Ledger<'_>,
    plan: &TuningPlan,
    result: &[Value],
    rival: &Entrant,
) -> Result<Vec<Duel>, Halt> {
    let duel = |players: Players| {
        let table = RaceTable { purpose: Purpose::Transfer, players: vec![players], rivals: vec![rival.clone()] };
        let candidates = [plan.space.start.clone(), result.to_vec()];
        let scores = ledger.ask(&table, &candidates, blocks(plan.request.games, rival, players))?;
        Ok(Duel::of(rival.name.clone(), &scores))
    };
    Players::ALL.into_iter().map(duel).collect()
}

/// Blocks for a comparison: fewer if the tuning is small or the entrant is slow.
fn blocks(games: u64, rival: &Entrant, players: Players) -> u64 {
    let effort = match &rival.kind {
        EntrantKind::Family { family, values } => (family.effort)(values),
        EntrantKind::Code(_) | EntrantKind::Process(_) => u64::MAX,
    };
    // A search that imagines more rivals thinks longer, and more copies of it sit at the table.
    let rivals = players.count() as u64 - 1;
    let slow = effort.saturating_mul(rivals * rivals) / PATIENCE;
    let all = (games / GAMES_PER_BLOCK).clamp(BLOCKS.0, BLOCKS.1);
    (all / slow.max(1)).max((games / GAMES_PER_SLOW_BLOCK).clamp(SLOW_BLOCKS.0, SLOW_BLOCKS.1))
}
