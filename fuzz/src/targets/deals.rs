//! The wins on deals, as in the file `deals.csv` of a run.

use karteneck::arena::{Goal, Pairing, Plan};
use karteneck::game::Players;
use karteneck::tables::{ProgressTally, deal_text, read_deals};

use super::text;
use crate::Trace;

pub(super) const DICTIONARY: &[&str] = &[
    "players,block,wins",
    "\n2,",
    "\n3,",
    ",0,",
    ",64,",
    "20",
    "11",
    "02",
    "210",
    "111",
    "18446744073709551615",
    "\n",
];

/// Lines of a file of deals.
pub fn deals(data: &[u8]) -> Trace {
    let plan = plan();
    let mut tally = ProgressTally::new(&plan);
    let (mut understood, mut refused) = (0, None);
    for line in text(data).lines() {
        match read_deals(&plan, line) {
            Ok(deals) => {
                understood += deals.len();
                for deal in &deals {
                    let written = deal_text(&plan, deal);
                    // A block in the middle of a line has no heading of its own.
                    let whole = written
                        .strip_prefix('\n')
                        .map_or_else(|| format!("{},{},{written}", players(line), deal.block), str::to_owned);
                    assert_eq!(
                        read_deals(&plan, &whole).as_deref(),
                        Ok(std::slice::from_ref(deal)),
                        "it is read as it was written"
                    );
                    let won: u64 = deal.by_entrant(&plan).iter().sum();
                    assert_eq!(won, plan.schedules()[deal.table_index].games_per_block(), "every game has a winner");
                    tally.add(&plan, deal, (u64::MAX, None));
                }
            }
            Err(problem) => refused = Some(problem),
        }
    }
    match refused {
        Some(problem) => Trace::refused(&problem),
        None => Trace::understood(if understood > 0 { "deals" } else { "nothing" }),
    }
}

fn players(line: &str) -> &str {
    line.split(',').next().unwrap_or_default()
}

/// Three entrants at tables of two and three.
fn plan() -> Plan {
    let entrants = ["greedy", "random", "first"].map(|name| name.parse().expect("a shipped entrant")).to_vec();
    let goal = Goal::Blocks(vec![100; 2]);
    Plan::new(entrants, Pairing::RoundRobin, &Players::ALL[..2], 1_u64, goal).expect("a plan")
}
