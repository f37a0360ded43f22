//! Plays a run again and compares.

use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;

use super::deals::{DealsTally, NOT_THE_SUMS, ends};
use super::error::RunError;
use super::files::{BLOCKS, DEALS, GAMES, MANIFEST, PROGRESS, TALLY};
use super::live::games_text;
use super::manifest::{FINGERPRINT, Manifest, RunRecord};
use super::run::Run;
use crate::arena::{
    Batch, DIGEST_BLOCKS, Disqualified, Goal, MAX_FAULTS, Part, Plan, PlayOptions, State, TableIndex, play_run,
};
use crate::game::Key;
use crate::tables::{BLOCKS_HEADER, DEALS_HEADER, RESULT_FILES, RunTables, blocks_text, deals_text};

/// The files whose lines belong to blocks.
const LINES: [&str; 3] = [GAMES, BLOCKS, DEALS];

/// Which blocks are played again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VerifyScope {
    /// All.
    All,
    /// Whole groups of blocks, drawn with a seed, until there are at least this many blocks.
    Sample {
        /// How many blocks.
        blocks: u64,
        /// The seed of the draw.
        seed: u64,
    },
}

/// What was compared and found correct.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Verified {
    /// Blocks that were played again.
    pub played: u64,
    /// Blocks of the run.
    pub blocks: u64,
    /// Files that were made again, from the games or from the sums, and are identical byte for byte.
    pub same: Vec<String>,
    /// Files whose lines for the blocks played again are identical; their other lines were not compared.
    pub lines: Vec<String>,
    /// Whether the sums were counted again, not only the digests of the blocks that were played.
    pub sums: bool,
    /// What else is in the folder.
    pub ignored: Vec<String>,
}

/// Checks that a finished run can be played again with the same result.
///
/// First what needs no game: the manifest has the hashes of exactly the files that such a run has, and they match; the CSV files,
/// and the games, blocks and reasons in the manifest, are what the sums say. Then the blocks: with [`VerifyScope::All`] everything
/// is played again and compared byte for byte, otherwise some groups of blocks by their digests and, where kept, their lines.
///
/// # Errors
/// The first difference.
pub fn verify(run: &Run, scope: VerifyScope, options: &PlayOptions<'_>) -> Result<Verified, RunError> {
    run.check_no_gap()?;
    let verifier = Verifier { run, result: run.result()?, options };
    verifier.check_manifest()?;
    verifier.check_tables()?;
    verifier.check_progress()?;
    let named = |names: &[&str]| -> Vec<String> {
        names.iter().filter(|name| verifier.is_kept(name)).map(|name| (*name).to_owned()).collect()
    };
    let (kept, tables) = (named(&LINES), [named(&RESULT_FILES), named(&[PROGRESS])].concat());
    let blocks = verifier.result.blocks.iter().sum();
    let ignored = verifier.ignored();
    match scope {
        VerifyScope::All => {
            verifier.all()?;
            let same = [vec![TALLY.to_owned()], tables, kept].concat();
            Ok(Verified { played: blocks, blocks, same, lines: Vec::new(), sums: true, ignored })
        }
        VerifyScope::Sample { blocks: wanted, seed } => {
            let played = verifier.some(wanted, seed)?;
            Ok(Verified { played, blocks, same: tables, lines: kept, sums: false, ignored })
        }
    }
}

/// A finished run, to be played again.
struct Verifier<'a> {
    run: &'a Run,
    result: &'a RunRecord,
    options: &'a PlayOptions<'a>,
}

impl Verifier<'_> {
    fn differs(&self, name: &str, how: &str) -> RunError {
        RunError::Damaged { path: self.run.folder.file(name), problem: how.to_owned() }
    }

    fn is_kept(&self, name: &str) -> bool {
        self.run.manifest.format.result_files(self.run.plan()).any(|file| file == name)
    }

    /// Checks that the manifest lists exactly the files that such a run has, unchanged.
    fn check_manifest(&self) -> Result<(), RunError> {
        let (run, result) = (self.run, self.result);
        let expected: BTreeSet<&str> = run.manifest.format.result_files(run.plan()).collect();
        let listed: BTreeSet<&str> = result.files.keys().map(String::as_str).collect();
        if let Some(name) = expected.symmetric_difference(&listed).next() {
            let how = if listed.contains(name) { "a file that such a run does not have" } else { "no hash of" };
            return Err(self.differs(MANIFEST, &format!("it has {how} {name}")));
        }
        run.folder.check_files(result)?;
        let again = RunRecord::of(run.plan(), &run.state, result.files.clone());
        if again != *result {
            return Err(
                self.differs(MANIFEST, "its games, blocks or reasons to stop are not those of the sums in tally.json")
            );
        }
        if !run.manifest.fingerprint.is_empty() && run.manifest.fingerprint != FINGERPRINT {
            return Err(self.differs(MANIFEST, "its fingerprint is not that of this version"));
        }
        // What a reader sees in the manifest must be what was read: no key may be ignored or interpreted differently.
        let [there, read] = [run.folder.read(MANIFEST)?, Manifest::to_text(&run.manifest).into_bytes()]
            .map(|text| serde_json::from_slice::<serde_json::Value>(&text).ok());
        if there != read {
            return Err(self.differs(MANIFEST, "it contains something that this version does not read"));
        }
        self.check_disqualified()
    }

    /// An entrant with too many faults must be disqualified, however the run was played.
    fn check_disqualified(&self) -> Result<(), RunError> {
        let State { faults, disqualified, .. } = &self.run.state;
        for (entrant, &faults) in faults.entries() {
            if (faults >= u64::from(MAX_FAULTS)) != disqualified[entrant].is_some() {
                let name = &self.run.plan().entrants[entrant].name;
                let how = format!("{name} has {faults} faults, which contradicts whether it was disqualified");
                return Err(self.differs(TALLY, &how));
            }
        }
        Ok(())
    }

    /// Checks that the CSV files are those of the sums.
    fn check_tables(&self) -> Result<(), RunError> {
        let tables = RunTables::new(self.run.results());
        for file in self.run.manifest.format.tables() {
            if !self.run.folder.has(file.name(), &tables.table(*file).to_csv())? {
                return Err(self.differs(file.name(), "is not what the sums in tally.json give"));
            }
        }
        Ok(())
    }

    /// Checks that the wins on all deals add up to the sums, and that the progress is what they give.
    fn check_progress(&self) -> Result<(), RunError> {
        let Some(expected) = self.result.files.get(PROGRESS) else { return Ok(()) };
        let (mut tally, mut progress) =
            (DealsTally::new(self.run.plan(), ends(&self.run.state)), blake3::Hasher::new());
        for deal in self.run.deals()? {
            progress.update(tally.add(&deal?).unwrap_or_default().as_bytes());
        }
        if !tally.adds_up_to(&self.run.state) {
            return Err(self.differs(DEALS, NOT_THE_SUMS));
        }
        if progress.finalize().to_hex()[..32] != **expected {
            return Err(self.differs(PROGRESS, "is not what the wins in deals.csv give"));
        }
        Ok(())
    }

    /// What else is in the folder.
    fn ignored(&self) -> Vec<String> {
        let entries = fs::read_dir(self.run.path()).into_iter().flatten().flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let compared = |name: &String| name == MANIFEST || self.result.files.contains_key(name);
        let mut ignored: Vec<String> = names.filter(|name| !compared(name)).collect();
        ignored.sort();
        ignored
    }

    /// Plays a plan from a given state, and shows every batch. Play beyond the end of the run is already a difference, and could
    /// last forever: it is stopped there.
    fn replay(&self, plan: &Plan, from: State, mut see: impl FnMut(&Batch)) -> Result<State, RunError> {
        let played = play_run(plan, from, self.options, |now, batch| {
            see(&batch);
            if now.is_beyond(&self.run.state) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        Ok(played.map_err(RunError::Threads)?.0)
    }

    /// Plays everything again and compares every byte.
    fn all(&self) -> Result<(), RunError> {
        let (plan, again) = (self.run.plan(), "differs when the run is played again");
        let [mut games, mut blocks, mut deals] = [(); 3].map(|()| blake3::Hasher::new());
        blocks.update(BLOCKS_HEADER.as_bytes());
        deals.update(DEALS_HEADER.as_bytes());
        let state = self.replay(plan, State::new(plan), |batch| {
            games.update(games_text(batch).as_bytes());
            blocks.update(blocks_text(plan, batch).as_bytes());
            deals.update(deals_text(plan, &batch.rows).as_bytes());
        })?;
        deals.update(b"\n");
        for (name, hasher) in [(GAMES, games), (BLOCKS, blocks), (DEALS, deals)] {
            let expected = self.result.files.get(name);
            if expected.is_some_and(|expected| hasher.finalize().to_hex()[..32] != **expected) {
                return Err(self.differs(name, again));
            }
        }
        if state == self.run.state { Ok(()) } else { Err(self.differs(TALLY, again)) }
    }

    /// Plays random groups of blocks again; compares their digests, and their lines in the kept files.
    fn some(&self, sample: u64, seed: u64) -> Result<u64, RunError> {
        let mut groups = self.groups();
        let mut choose = Key::new(seed).stream();
        let (mut blocks, mut lines) = (0, LINES.map(|_| BTreeSet::new()));
        while blocks < sample.max(1) && !groups.is_empty() {
            let group = groups.swap_remove(choose.below(groups.len() as u32) as usize);
            self.play_group(&group, &mut lines)?;
            blocks += group.range.1 - group.range.0;
        }
        LINES.into_iter().zip(lines).try_for_each(|(name, lines)| self.find(name, lines))?;
        Ok(blocks)
    }

    fn play_group(&self, group: &BlockGroup, lines: &mut [BTreeSet<String>; LINES.len()]) -> Result<(), RunError> {
        let &BlockGroup { table_index, digest, range } = group;
        let own = self.run.plan();
        let mut ranges = vec![(0, 0); own.schedules.len()];
        ranges[table_index.index()] = range;
        let goal = Goal::Blocks(vec![range.1; own.schedules.len()]);
        let plan = Plan { goal, part: Part::Ranges(ranges), ..own.clone() };
        // An entrant that was disqualified by then is disqualified from the start.
        let from_the_start = Disqualified { table_index: TableIndex::FIRST, block: 0 };
        let shut_out = self.run.state.shut_out(table_index, range.0);
        let disqualified = shut_out.iter().map(|out| out.then_some(from_the_start)).collect();
        let start = State { disqualified, ..State::new(&plan) };
        let mut texts = LINES.map(|_| String::new());
        let again = self.replay(&plan, start, |batch| {
            let more = [games_text(batch), blocks_text(&plan, batch), deals_text(&plan, &batch.rows)];
            texts.iter_mut().zip(more).for_each(|(text, more)| *text += &more);
        })?;
        for (lines, text) in lines.iter_mut().zip(&texts) {
            lines.extend(text.lines().filter(|line| !line.is_empty()).map(str::to_owned));
        }
        let digest_of = |state: &State| state.sizes[table_index].tally.blocks.digests.get(digest).copied();
        if digest_of(&again) == digest_of(&self.run.state) {
            return Ok(());
        }
        let (players, (from, to)) = (own.schedules[table_index].players, range);
        let what = format!("the blocks {from} to {} at {players} players differ when they are played again", to - 1);
        Err(self.differs(TALLY, &what))
    }

    /// All groups of blocks that share a digest.
    fn groups(&self) -> Vec<BlockGroup> {
        let mut groups = Vec::new();
        for table_index in self.run.plan().schedules.indices() {
            let (first, last) = self.run.blocks(table_index);
            for group in first / DIGEST_BLOCKS..last.div_ceil(DIGEST_BLOCKS) {
                let range = ((group * DIGEST_BLOCKS).max(first), ((group + 1) * DIGEST_BLOCKS).min(last));
                groups.push(BlockGroup { table_index, digest: group as usize, range });
            }
        }
        groups
    }

    /// Checks that all these lines are in a file, if it is kept.
    fn find(&self, name: &str, mut lines: BTreeSet<String>) -> Result<(), RunError> {
        if !self.is_kept(name) {
            return Ok(());
        }
        for line in self.run.folder.lines(name)? {
            lines.remove(&line.map_err(|source| self.run.folder.unreadable(name, source))?);
        }
        match lines.first() {
            Some(line) => Err(self.differs(name, &format!("a game differs when it is played again: {line:.100}"))),
            None => Ok(()),
        }
    }
}

/// Blocks of a table size that share a digest.
#[derive(Clone, Copy)]
struct BlockGroup {
    table_index: TableIndex,
    /// The index of the digest.
    digest: usize,
    /// From the first up to, but not including, the last.
    range: (u64, u64),
}
