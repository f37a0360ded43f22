//! One rating list over many runs: their games pooled deal by deal, the same game counted once.
//!
//! Runs of one seed share deals, and so luck: the unit is the deal, over all runs. A line-up that several runs play on a deal is the
//! same games, and counts once. Deals on which the same line-ups were played form a field; ratings are fitted to all of them together.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::iter::Peekable;

use super::error::RunError;
use super::run::Run;
use crate::arena::{EntrantIndex, LEVEL, LineUpIndex, PerEntrant, TableIndex};
use crate::entrants::{Entrant, EntrantRecord, entrant_record};
use crate::game::Players;
use crate::statistics::{Field, Rating, Sample, connected, rate_all};
use crate::tables::{DealWins, RatingRow};

/// The games of many runs at one number of players, ready to be rated.
#[derive(Clone, Debug)]
pub struct RatingPool {
    players: Players,
    competitors: Vec<Competitor>,
    fields: Vec<OwnedField>,
    /// Games that were in several runs.
    repeated: u64,
}

/// Someone who is rated: all entrants of all runs with the same description.
#[derive(Clone, Debug)]
struct Competitor {
    /// Everything that determines how it plays.
    identity: String,
    /// Its name in the list.
    name: String,
    description: String,
    /// How many runs it is in.
    runs: u64,
}

/// Deals on which the same line-ups were played.
#[derive(Clone, Debug)]
struct OwnedField {
    tables: Vec<Vec<usize>>,
    wins: Vec<Sample>,
    products: Vec<Vec<u64>>,
}

/// A run at the number of players of the pool.
struct Member<'a> {
    run: &'a Run,
    table_index: TableIndex,
    /// The competitor that each entrant is.
    who: PerEntrant<usize>,
}

impl RatingPool {
    /// Pools the games of runs at one number of players. Where several runs have the same line-up on the same deal, the games of
    /// the first of them count.
    ///
    /// # Errors
    /// If the wins on their deals cannot be read, or they were played with different worm tables.
    pub fn new(runs: &[Run], players: Players) -> Result<RatingPool, RunError> {
        let mut pool = RatingPool { players, competitors: Vec::new(), fields: Vec::new(), repeated: 0 };
        let mut members: Vec<Member<'_>> = Vec::new();
        for run in runs {
            if let Some(table_index) = run.plan().table_index(players.count()) {
                let who = run.plan().entrants.iter().map(|entrant| pool.enter(entrant)).collect();
                members.push(Member { run, table_index, who });
            }
        }
        check_editions(&members)?;
        while let Some(first) = members.first() {
            let seed = first.run.plan().seed.seed();
            let is_same = |member: &Member<'_>| member.run.plan().seed.seed() == seed;
            let (same, others): (Vec<_>, Vec<_>) = members.into_iter().partition(is_same);
            pool.add(&same)?;
            members = others;
        }
        pool.tell_names_apart();
        Ok(pool)
    }

    /// The competitor that an entrant of one more run is.
    fn enter(&mut self, entrant: &Entrant) -> usize {
        let identity = identity(entrant);
        let known = self.competitors.iter().position(|competitor| competitor.identity == identity);
        let index = known.unwrap_or(self.competitors.len());
        if known.is_none() {
            let (name, description) = (entrant.name.clone(), describe(entrant));
            self.competitors.push(Competitor { identity, name, description, runs: 0 });
        }
        self.competitors[index].runs += 1;
        index
    }

    /// Different entrants under one name get numbers.
    fn tell_names_apart(&mut self) {
        let mut seen: BTreeMap<String, u64> = BTreeMap::new();
        for competitor in &mut self.competitors {
            let times = seen.entry(competitor.name.clone()).or_default();
            *times += 1;
            if *times > 1 {
                competitor.name = format!("{} #{times}", competitor.name);
            }
        }
    }

    /// Adds runs of one seed, deal by deal.
    fn add(&mut self, members: &[Member<'_>]) -> Result<(), RunError> {
        let mut streams = members.iter().map(Member::deals).collect::<Result<Vec<_>, _>>()?;
        let mut meetings: BTreeMap<Vec<bool>, Meeting> = BTreeMap::new();
        loop {
            let mut next = None;
            for stream in &mut streams {
                next = [next, peek(stream)?].into_iter().flatten().min();
            }
            let Some(deal) = next else { break };
            let mut here: Vec<Option<DealWins>> = Vec::with_capacity(members.len());
            for stream in &mut streams {
                let is_here = peek(stream)? == Some(deal);
                here.push(if is_here { stream.next().transpose()?.map(|(_, wins)| wins) } else { None });
            }
            let present: Vec<bool> = here.iter().map(Option::is_some).collect();
            let size = self.competitors.len();
            let meeting = meetings.entry(present).or_insert_with_key(|present| Meeting::of(members, present));
            self.field(&meeting.tables).add(&meeting.wins(&here, size));
            self.repeated += meeting.repeated;
        }
        Ok(())
    }

    /// The field of the deals on which these tables play.
    fn field(&mut self, tables: &[Vec<usize>]) -> &mut OwnedField {
        let known = self.fields.iter().position(|field| field.tables == tables);
        let index = known.unwrap_or(self.fields.len());
        if known.is_none() {
            let size = self.competitors.len();
            let (wins, products) = (vec![Sample::default(); size], vec![vec![0; size]; size]);
            self.fields.push(OwnedField { tables: tables.to_vec(), wins, products });
        }
        &mut self.fields[index]
    }

    /// How many play.
    pub const fn players(&self) -> Players {
        self.players
    }

    /// The names of all competitors.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.competitors.iter().map(|competitor| competitor.name.as_str())
    }

    /// Games that were in several runs, and count once.
    pub const fn repeated(&self) -> u64 {
        self.repeated
    }

    /// How many different deals were played.
    pub fn deals(&self) -> u64 {
        self.fields.iter().map(OwnedField::units).sum()
    }

    /// Rates all competitors, the best first. The points of anchors, by their names, are given. Competitors that no chain of games
    /// connects are in different groups, each with its own scale.
    pub fn rate(&self, anchors: &[(String, f64)]) -> Vec<RatingRow> {
        let groups = connected(self.fields.iter().flat_map(|field| &field.tables), self.competitors.len());
        let mut rows = Vec::new();
        for group in 0..=groups.iter().copied().max().unwrap_or(0) {
            let own: Vec<usize> = (0..groups.len()).filter(|&competitor| groups[competitor] == group).collect();
            let mut rated = self.rate_group(&own, group, anchors);
            rated.sort_by(|one, other| other.rating.unwrap_or(f64::MIN).total_cmp(&one.rating.unwrap_or(f64::MIN)));
            for (rank, row) in (1..).zip(&mut rated) {
                row.rank = rank;
            }
            rows.extend(rated);
        }
        rows
    }

    fn rate_group(&self, own: &[usize], group: usize, anchors: &[(String, f64)]) -> Vec<RatingRow> {
        let restricted: Vec<OwnedField> = self.fields.iter().filter_map(|field| field.restricted(own)).collect();
        let fields: Vec<Field<'_>> = restricted.iter().map(|field| field.lend(self.players)).collect();
        let name = |competitor: usize| &self.competitors[own[competitor]].name;
        let place = |(anchor, points): &(String, f64)| {
            (0..own.len()).find(|&competitor| name(competitor) == anchor).map(|competitor| (competitor, *points))
        };
        let anchors: Vec<(usize, f64)> = anchors.iter().filter_map(place).collect();
        let mut ratings = rate_all(&fields, &anchors, LEVEL);
        ratings.resize(own.len(), None);
        let is_anchor = |competitor: usize| anchors.iter().any(|(anchor, _)| *anchor == competitor);
        let row = |(at, rating): (usize, &Option<Rating>)| self.row(own[at], *rating, is_anchor(at), group);
        ratings.iter().enumerate().map(row).collect()
    }

    /// A row without its rank.
    fn row(&self, competitor: usize, rating: Option<Rating>, is_anchor: bool, group: usize) -> RatingRow {
        let (mut games, mut wins, mut deals) = (0, 0, 0);
        for field in &self.fields {
            let chairs = field.tables.iter().flatten().filter(|&&seat| seat == competitor).count() as u64;
            games += field.units() * chairs * self.players.count() as u64;
            wins += field.wins[competitor].sum.unsigned_abs();
            deals += if chairs > 0 { field.units() } else { 0 };
        }
        let Competitor { name, description, runs, .. } = &self.competitors[competitor];
        RatingRow {
            players: self.players.count(),
            rank: 0,
            group: group + 1,
            entrant: name.clone(),
            rating: rating.map(|rating| rating.points),
            interval: rating.and_then(|rating| rating.interval),
            is_anchor,
            games,
            wins,
            win_rate: (games > 0).then(|| wins as f64 / games as f64),
            deals,
            runs: *runs,
            description: description.clone(),
        }
    }
}

/// Everything that determines how an entrant plays; of code only its name and version are known.
fn identity(entrant: &Entrant) -> String {
    let record = entrant_record(entrant);
    let name = if record.code.is_some() { record.name.clone() } else { String::new() };
    serde_json::to_string(&EntrantRecord { name, ..record }).unwrap_or_default()
}

/// The same for people.
fn describe(entrant: &Entrant) -> String {
    let record = entrant_record(entrant);
    let value = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let settings: Vec<String> =
        record.parameters.iter().map(|(key, given)| format!("{key}={}", value(given))).collect();
    match (record.family, record.command, record.code) {
        (Some(family), ..) if settings.is_empty() => family,
        (Some(family), ..) => format!("{family}:{}", settings.join(",")),
        (None, Some(command), _) => format!("process:{}", command.join(" ")),
        (None, None, code) => format!("code {} {}", record.name, code.unwrap_or_default()),
    }
}

/// Games with different worm tables are different games.
fn check_editions(members: &[Member<'_>]) -> Result<(), RunError> {
    let Some(first) = members.first() else { return Ok(()) };
    match members.iter().find(|member| member.run.plan().edition != first.run.plan().edition) {
        None => Ok(()),
        Some(other) => Err(RunError::Parts(format!(
            "{} and {} were played with different worm tables; their ratings cannot be on one scale",
            first.run.path().display(),
            other.run.path().display()
        ))),
    }
}

/// A deal with its number under the seed.
type NumberedDeal = Result<(u64, DealWins), RunError>;
/// The deals of a run in their order.
type Stream<'a> = Peekable<Box<dyn Iterator<Item = NumberedDeal> + 'a>>;

/// The number of the next deal.
fn peek(stream: &mut Stream<'_>) -> Result<Option<u64>, RunError> {
    if let Some(Err(error)) = stream.next_if(Result::is_err) {
        return Err(error);
    }
    Ok(stream.peek().and_then(|deal| deal.as_ref().ok()).map(|(number, _)| *number))
}

impl<'a> Member<'a> {
    fn deals(&self) -> Result<Stream<'a>, RunError> {
        let (table_index, first) = (self.table_index, self.run.plan().first_deal);
        let own =
            move |deal: &Result<DealWins, RunError>| deal.as_ref().map_or(true, |deal| deal.table_index == table_index);
        let numbered = move |deal: Result<DealWins, RunError>| deal.map(|deal| (first + deal.block, deal));
        let deals: Box<dyn Iterator<Item = NumberedDeal>> = Box::new(self.run.deals()?.filter(own).map(numbered));
        Ok(deals.peekable())
    }

    /// The line-ups, as competitors.
    fn line_ups(&self) -> impl Iterator<Item = (LineUpIndex, Vec<usize>)> {
        let schedule = &self.run.plan().schedules[self.table_index];
        let who = |entrant: &EntrantIndex| self.who[*entrant];
        schedule.line_ups.entries().map(move |(index, line_up)| (index, line_up.iter().map(who).collect()))
    }
}

/// What is played on the deals that some of the runs have.
struct Meeting {
    /// The tables whose games count, in a fixed order.
    tables: Vec<Vec<usize>>,
    /// Which line-up of which run each of them is, with its competitors in the order of its chairs.
    counted: Vec<(usize, LineUpIndex, Vec<usize>)>,
    /// Games on a deal that do not count, since they are counted already.
    repeated: u64,
}

impl Meeting {
    fn of(members: &[Member<'_>], present: &[bool]) -> Meeting {
        let (mut counted, mut repeated) = (BTreeMap::new(), 0);
        for (index, member) in members.iter().enumerate().filter(|(index, _)| present[*index]) {
            for (line_up, chairs) in member.line_ups() {
                match counted.entry(games_of(&chairs)) {
                    Entry::Occupied(_) => repeated += chairs.len() as u64,
                    Entry::Vacant(free) => drop(free.insert((index, line_up, chairs))),
                }
            }
        }
        let (tables, counted) = counted.into_iter().unzip();
        Meeting { tables, counted, repeated }
    }

    /// The wins of each competitor on a deal.
    fn wins(&self, here: &[Option<DealWins>], size: usize) -> Vec<u64> {
        let mut sums = vec![0; size];
        for (index, line_up, chairs) in &self.counted {
            let Some(deal) = &here[*index] else { continue };
            let digits = &deal.wins[line_up.index() * chairs.len()..][..chairs.len()];
            chairs.iter().zip(digits).for_each(|(&competitor, &wins)| sums[competitor] += u64::from(wins));
        }
        sums
    }
}

/// Line-ups with the same result on a deal: those of two in either order, since both seatings are played; those of more only in the
/// same order, which decides who sits next to whom.
fn games_of(table: &[usize]) -> Vec<usize> {
    let mut games = table.to_vec();
    if games.len() == 2 {
        games.sort_unstable();
    }
    games
}

impl OwnedField {
    fn units(&self) -> u64 {
        self.wins.first().map_or(0, |wins| wins.count)
    }

    fn add(&mut self, sums: &[u64]) {
        for (one, &own) in sums.iter().enumerate() {
            self.wins[one].add(own as i64);
            self.products[one].iter_mut().zip(sums).for_each(|(product, &other)| *product += own * other);
        }
    }

    /// The tables of some competitors, who play with no others; `None` without any.
    fn restricted(&self, own: &[usize]) -> Option<OwnedField> {
        let place = |competitor: &usize| own.iter().position(|own| own == competitor);
        let tables: Vec<Vec<usize>> =
            self.tables.iter().filter_map(|table| table.iter().map(place).collect::<Option<Vec<_>>>()).collect();
        let wins = own.iter().map(|&one| self.wins[one]).collect();
        let products = own.iter().map(|&one| own.iter().map(|&other| self.products[one][other]).collect()).collect();
        (!tables.is_empty()).then_some(OwnedField { tables, wins, products })
    }

    fn lend(&self, players: Players) -> Field<'_> {
        Field { tables: &self.tables, games: players.count() as u64, wins: &self.wins, products: &self.products }
    }
}
