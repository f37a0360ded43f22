//! The course of a tuning: search, choose, confirm, compare.

use super::comparison::{self, Comparisons};
use super::field::games_per_block;
use super::findings::{Confirmation, Findings, Standoff, TuningVerdict};
use super::history::{History, HistoryRow, Milestone, Role};
use super::league::League;
use super::optimiser::{Evaluation, MIN_BLOCKS, Optimiser};
use super::oracle::{Halt, Oracle, Purpose};
use super::plan::{FINALISTS, TuningPlan};
use super::race::{Ledger, RaceResult, RaceTable, race};
use super::scores::Estimate;
use super::sensitivity::Moved;
use super::space::UnitPoint;
use crate::entrants::Entrant;
use crate::game::Stream;
use crate::strategies::{Domain, Value};

/// The word under the seed that names the randomness of the search; no deal has this number.
const SEARCH: u64 = u64::MAX;
/// Members of every generation besides the candidates: the start and the best so far.
const SPECTATORS: usize = 2;
/// What is being done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Looking for better parameters.
    Search,
    /// Choosing among those found.
    Selection,
    /// Playing the chosen ones on fresh deals.
    Confirmation,
    /// Comparing start and result against others.
    Transfer,
    /// Measuring the effects of single parameters.
    Sensitivity,
}

/// The progress of a tuning.
#[derive(Clone, Copy, Debug)]
pub struct TuningProgress<'a> {
    /// What is being done, or has just been done.
    pub phase: Phase,
    /// Games used so far.
    pub games: u64,
    /// Games used in the end of search, selection and confirmation together, of the transfer, or of the sensitivity.
    pub of: u64,
    /// What has been tried so far.
    pub history: &'a History,
    /// What was found, once it is confirmed: nothing after that changes the result.
    pub findings: Option<&'a Findings>,
}

/// Carries out a plan. `watch` is called along the way and cannot change anything.
///
/// # Errors
/// If it is interrupted, or the oracle has no answer.
pub fn tune(
    plan: &TuningPlan,
    oracle: &mut dyn Oracle,
    watch: &mut dyn FnMut(&TuningProgress<'_>),
) -> Result<Findings, Halt> {
    let mut tuner =
        Tuner { plan, ledger: Ledger::new(oracle), history: History::default(), of: plan.request.games, watch };
    let mut findings = tuner.find()?;
    tuner.transfer(&mut findings)?;
    tuner.sensitivity(&mut findings)?;
    Ok(findings)
}

struct Tuner<'a> {
    plan: &'a TuningPlan,
    ledger: Ledger<'a>,
    history: History,
    /// Games used at the end of this phase.
    of: u64,
    watch: &'a mut dyn FnMut(&TuningProgress<'_>),
}

impl Tuner<'_> {
    fn tell(&mut self, phase: Phase, findings: Option<&Findings>) {
        let (games, of) = (self.ledger.games, self.of);
        (self.watch)(&TuningProgress { phase, games, of, history: &self.history, findings });
    }

    /// Searches, chooses and confirms.
    fn find(&mut self) -> Result<Findings, Halt> {
        let recommended = self.search()?;
        let (chosen, proposal) = self.select(&recommended)?;
        let confirmation = self.confirm(&chosen)?;
        let verdict = confirmation.as_ref().map_or(TuningVerdict::Nothing, Confirmation::verdict);
        let result = if verdict == TuningVerdict::Nothing { self.plan.space.start.clone() } else { chosen };
        let findings = Findings {
            history: self.history.clone(),
            result,
            verdict,
            proposal,
            confirmation,
            transfer: Vec::new(),
            left_out: Vec::new(),
            failed: Vec::new(),
            effects: Vec::new(),
            games: self.ledger.games,
        };
        self.tell(Phase::Confirmation, Some(&findings));
        Ok(findings)
    }

    fn table(&self, purpose: Purpose, own: &[Value]) -> RaceTable {
        RaceTable { purpose, players: self.plan.request.players.clone(), rivals: self.plan.rivals(own) }
    }

    /// Searches until the games are used up; returns what the method recommended after every generation.
    fn search(&mut self) -> Result<Vec<UnitPoint>, Halt> {
        let TuningPlan { space, request, pace, .. } = self.plan;
        let mut optimiser = self.plan.method.start(space, pace);
        let mut league = League::new(space.start.clone());
        let mut recommended = Vec::new();
        let each = games_per_block(&request.players, request.against.len());
        for generation in 0.. {
            let blocks = self.blocks_in(generation);
            let most = blocks * (pace.population + SPECTATORS) as u64 * each;
            if generation > 0 && self.ledger.games + most > self.plan.training {
                break;
            }
            let mut stream = request.seed.seed().key().with(SEARCH).with(generation).stream();
            league.offer(generation, &space.decode(&optimiser.recommend()));
            // A method that compares scores of different generations needs the same rivals in all of them.
            let own = if self.plan.method.compares_generations() { &space.start } else { league.rival(&mut stream) };
            let table = self.table(Purpose::Training, own);
            self.generation(generation, optimiser.as_mut(), &table, blocks, &mut stream)?;
            recommended.push(optimiser.recommend());
            self.tell(Phase::Search, None);
        }
        Ok(recommended)
    }

    /// Blocks for each candidate: fewer at first, when differences are large, and more in the end.
    fn blocks_in(&self, generation: u64) -> u64 {
        let pace = &self.plan.pace;
        let progress = (generation as f64 / pace.generations as f64).min(1.0);
        ((pace.blocks as f64 * (0.5 + progress)) as u64).max(MIN_BLOCKS)
    }

    fn generation(
        &mut self,
        generation: u64,
        optimiser: &mut dyn Optimiser,
        table: &RaceTable,
        blocks: u64,
        stream: &mut Stream,
    ) -> Result<(), Halt> {
        let space = &self.plan.space;
        let (best, games) = (space.decode(&optimiser.recommend()), self.ledger.games);
        let points = optimiser.ask(stream);
        let mut candidates = vec![space.start.clone(), best.clone()];
        candidates.extend(points.iter().map(|point| space.decode(point)));
        let raced = race(&mut self.ledger, table, &candidates, SPECTATORS, optimiser.keep(), &stages(blocks))?;
        let ran = points.into_iter().zip(&raced.ran[SPECTATORS..]);
        let fared: Vec<Evaluation> =
            ran.map(|(point, ran)| Evaluation { point, score: ran.score, rank: ran.rank }).collect();
        optimiser.tell(&fared);
        self.history.milestones.push(Milestone { games, lead: raced.lead, best });
        let role = |number: usize| [Role::Start, Role::Best].get(number).copied().unwrap_or(Role::Candidate);
        self.note(generation, candidates, &raced, role);
        Ok(())
    }

    fn note(&mut self, generation: u64, tried: Vec<Vec<Value>>, raced: &RaceResult, role: impl Fn(usize) -> Role) {
        for (number, (values, ran)) in tried.into_iter().zip(&raced.ran).enumerate() {
            let role = role(number);
            let rank = matches!(role, Role::Candidate | Role::Finalist).then_some(ran.rank);
            self.history.rows.push(HistoryRow { generation, number, role, rank, score: ran.score, values });
        }
    }

    /// Chooses among the start and the recommendations of the search, on deals of its own; also returns by how much the last
    /// recommendation leads the start.
    fn select(&mut self, recommended: &[UnitPoint]) -> Result<(Vec<Value>, Estimate), Halt> {
        let space = &self.plan.space;
        let mut finalists = vec![space.start.clone()];
        finalists.extend(self.proposals(recommended).iter().map(|point| space.decode(point)));
        let last = finalists[1].clone();
        let table = self.table(Purpose::Selection, &last);
        let raced = race(&mut self.ledger, &table, &finalists, 0, Some(1), &stages(self.plan.selection))?;
        let winner = raced.ran.iter().position(|ran| ran.rank == 0).unwrap_or(0);
        let chosen = finalists[winner].clone();
        self.note(recommended.len() as u64, finalists, &raced, |_| Role::Finalist);
        self.tell(Phase::Selection, None);
        Ok((chosen, raced.lead))
    }

    /// The last recommendation, the mean of the second half of them, and two former ones.
    fn proposals(&self, recommended: &[UnitPoint]) -> Vec<UnitPoint> {
        let count = recommended.len();
        let mean = mean_point(&recommended[count / 2..], &self.plan.space.axes);
        let former = |quarters: usize| recommended[(count * quarters / 4).min(count - 1)].clone();
        let proposals = vec![recommended[count - 1].clone(), mean, former(3), former(2)];
        debug_assert_eq!(proposals.len() + 1, FINALISTS);
        proposals
    }

    /// Plays what was chosen on fresh deals, against its start and against the field.
    fn confirm(&mut self, chosen: &[Value]) -> Result<Option<Confirmation>, Halt> {
        let space = &self.plan.space;
        if chosen == space.start {
            return Ok(None);
        }
        let blocks = self.plan.confirmation;
        let (purpose, players) = (Purpose::Confirmation, self.plan.request.players.clone());
        let start = space.entrant("start".to_owned(), space.start.clone());
        let against_start = RaceTable { purpose, players: players.clone(), rivals: vec![start] };
        let duel = self.ledger.ask(&against_start, &[chosen.to_vec()], blocks)?;
        let rivals: Vec<Entrant> = self.plan.strangers().cloned().collect();
        let gain = if rivals.is_empty() {
            None
        } else {
            let field = RaceTable { purpose, players, rivals };
            let scores = self.ledger.ask(&field, &[space.start.clone(), chosen.to_vec()], blocks)?;
            Some(scores.lead(1, 0))
        };
        Ok(Some(Confirmation {
            chosen: chosen.to_vec(),
            blocks,
            against_start: duel.sizes.iter().map(|size| Standoff::of(size, 0)).collect(),
            score: duel.score(0),
            gain,
        }))
    }

    /// Start and result against others, skipping rivals that fail; nothing without a result.
    fn transfer(&mut self, findings: &mut Findings) -> Result<(), Halt> {
        if findings.verdict == TuningVerdict::Nothing {
            return Ok(());
        }
        let comparisons = Comparisons::new(self.plan);
        self.of = self.ledger.games + comparisons.games();
        for rival in &comparisons.rivals {
            self.tell(Phase::Transfer, Some(findings));
            match comparison::against(&mut self.ledger, self.plan, &findings.result, rival) {
                Ok(duels) => findings.transfer.extend(duels),
                Err(Halt::Fault(fault)) => findings.failed.push((rival.0.name.clone(), fault)),
                Err(halt) => return Err(halt),
            }
        }
        findings.left_out = comparisons.left_out;
        Ok(())
    }

    /// The effects of single parameters around the result.
    fn sensitivity(&mut self, findings: &mut Findings) -> Result<(), Halt> {
        if self.plan.request.sensitivity {
            let moved = Moved::new(self.plan, &findings.result);
            self.of = self.ledger.games + moved.games();
            self.tell(Phase::Sensitivity, Some(findings));
            findings.effects = moved.measure(&mut self.ledger)?;
        }
        Ok(())
    }
}

/// The stages of a race of this many blocks: a quarter, a quarter, a half.
fn stages(blocks: u64) -> [u64; 3] {
    let quarter = blocks / 4;
    [quarter, quarter, blocks - 2 * quarter]
}

/// The mean of some points; for an axis of names, the last one.
fn mean_point(points: &[UnitPoint], axes: &[super::space::Axis]) -> UnitPoint {
    let count = points.len() as f64;
    let mean = |(index, axis): (usize, &super::space::Axis)| match axis.parameter.domain {
        Domain::Choice { .. } => points[points.len() - 1][index],
        _ => points.iter().map(|point| point[index]).sum::<f64>() / count,
    };
    axes.iter().enumerate().map(mean).collect()
}
