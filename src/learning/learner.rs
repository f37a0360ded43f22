//! Plays, keeps, fits and judges.

use std::collections::BTreeMap;

use super::chapters::{CHAPTER, ChapterPlan};
use super::curve::EpochLoss;
use super::evaluation::Evaluation;
use super::fit::{Trainee, fit};
use super::journal::{Chapter, GameJournal};
use super::options::{LearnError, LearningOptions, LearningProgress};
use super::request::LearningRequest;
use super::samples::Samples;
use crate::arena::ListEnd;
use crate::game::Players;
use crate::strategies::nets::{
    BELIEF_HIDDEN, NetFile, NetKind, POLICY_HIDDEN, POSITION_HIDDEN, VALUE_HIDDEN, ValueNetwork,
};

/// A net and how good it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson {
    /// The net.
    pub net: NetFile,
    /// How it went, for each number of players.
    pub courses: Vec<Course>,
}

/// How the fit for one number of players went.
#[derive(Clone, PartialEq, Debug)]
pub struct Course {
    /// The number of players.
    pub players: Players,
    /// Groups that were fitted, and that were held out.
    pub groups: [usize; 2],
    /// Before the first epoch and after each.
    pub losses: Vec<EpochLoss>,
    /// The net on the games that were held out.
    pub evaluation: Evaluation,
}

/// Learns; on as many threads as the pool that it is called in has.
///
/// # Errors
/// If the request makes no sense, it was stopped, the entrant fails, or the journal cannot be written.
pub fn learn(
    request: &LearningRequest,
    command: &str,
    journal: &mut GameJournal,
    options: &mut LearningOptions<'_>,
) -> Result<Lesson, LearnError> {
    request.check().map_err(LearnError::Refused)?;
    // The net is made when the games are over: their seed is no secret any more.
    let command = command.replace(&request.seed.name().to_string(), &request.seed.seed().to_string());
    let mut net = NetFile::new(request.kind, provenance(request, &command));
    if let Some(start) = &request.start {
        net = net.with_all_of(start);
    }
    let mut courses = Vec::new();
    for &players in &request.players {
        let samples = gather(request, players, journal, options)?;
        let (course, weights) = study(request, players, &samples, options)?;
        net = net.with(players, &weights);
        courses.push(course);
    }
    if journal.is_read() {
        Ok(Lesson { net, courses })
    } else {
        Err(LearnError::Journal("it has more games".to_owned()))
    }
}

fn provenance(request: &LearningRequest, command: &str) -> BTreeMap<String, String> {
    let players: Vec<String> = request.players.iter().map(ToString::to_string).collect();
    let mut provenance = BTreeMap::from(
        [
            ("command", command.to_owned()),
            ("version", env!("CARGO_PKG_VERSION").to_owned()),
            ("entrant", request.entrant.name.clone()),
            ("players", players.join(",")),
            ("games", request.games.to_string()),
        ]
        .map(|(key, text)| (key.to_owned(), text)),
    );
    // How a net came about is told by all commands up to the first that began with nothing.
    if let Some(start) = &request.start {
        let commands =
            ["earlier", "command"].into_iter().filter_map(|key| start.provenance.get(key)).map(String::as_str);
        let earlier = commands.collect::<Vec<_>>().join("; ");
        if !earlier.is_empty() {
            provenance.insert("earlier".to_owned(), earlier);
        }
    }
    for (role, net) in [("start", &request.start), ("judge", &request.judge)] {
        if let Some(net) = net {
            provenance.insert(role.to_owned(), net.hash().to_owned());
        }
    }
    provenance
}

/// All games of a number of players, those of the journal first, as samples.
fn gather(
    request: &LearningRequest,
    players: Players,
    journal: &mut GameJournal,
    options: &mut LearningOptions<'_>,
) -> Result<Samples, LearnError> {
    let plan = ChapterPlan::new(request, players);
    let judge = request.judge.as_ref().and_then(|judge| judge.weights(players));
    let judge = judge.and_then(|weights| ValueNetwork::from_weights(&weights));
    let samples = Samples::new(request.kind);
    let mut gathered = Gathered { subject: (request.kind, judge.as_deref()), plan: &plan, samples, next: 0 };
    while gathered.next < request.games
        && let Some(chapter) = journal.next()?
    {
        if (options.stopped)() {
            return Err(LearnError::Interrupted);
        }
        gathered.add(&[chapter], options)?;
    }
    let first = gathered.next.div_ceil(CHAPTER);
    if let Some(exchange) = options.exchange {
        let take = |_, lines: Vec<String>| {
            let chapters = lines.iter().map(|line| plan.chapter(line)).collect::<Result<Vec<_>, _>>()?;
            journal.write(&chapters)?;
            gathered.add(&chapters, options)
        };
        if exchange.play_list(plan.list(), first, take)? == ListEnd::Interrupted {
            return Err(LearnError::Interrupted);
        }
    }
    while gathered.next < request.games {
        let (chapters, all) = plan.play_some(gathered.next, options);
        journal.write(&chapters)?;
        gathered.add(&chapters, options)?;
        all?;
    }
    Ok(gathered.samples)
}

/// The games so far, in order, as samples.
struct Gathered<'a> {
    /// The kind of net, and what judges the ends of rounds.
    subject: (NetKind, Option<&'a ValueNetwork>),
    plan: &'a ChapterPlan,
    samples: Samples,
    /// The next game.
    next: u64,
}

impl Gathered<'_> {
    fn add(&mut self, chapters: &[Chapter], options: &mut LearningOptions<'_>) -> Result<(), LearnError> {
        let play = &self.plan.play;
        for chapter in chapters {
            if (chapter.players, chapter.first) != (play.players, self.next) {
                let problem = format!("game {} of {} players is missing", self.next, play.players);
                return Err(LearnError::Journal(problem));
            }
            for game in &chapter.games {
                self.samples.add_game(self.subject, play, self.next, game).map_err(LearnError::Journal)?;
                self.next += 1;
            }
        }
        (options.watch)(&LearningProgress { players: play.players, games: self.next, losses: &[] });
        Ok(())
    }
}

/// Fits a network to samples, and judges it.
fn study(
    request: &LearningRequest,
    players: Players,
    samples: &Samples,
    options: &mut LearningOptions<'_>,
) -> Result<(Course, Vec<f32>), LearnError> {
    let [fitted, held_out] = [samples.indices(false), samples.indices(true)];
    if fitted.is_empty() || held_out.is_empty() {
        return Err(LearnError::Nothing);
    }
    let hidden = match request.kind {
        NetKind::Value => VALUE_HIDDEN,
        NetKind::Policy => POLICY_HIDDEN,
        NetKind::Belief => BELIEF_HIDDEN,
        NetKind::Position => POSITION_HIDDEN,
        NetKind::Score => unreachable!("a request to learn one is refused"),
    };
    let schedule = request.schedule();
    let weights = request.start.as_ref().and_then(|start| start.weights(players));
    let trainee = Trainee::new(samples, hidden, schedule.seed, weights.as_deref());
    let loss = |trainee: &Trainee, indices: &[u32]| {
        Evaluation::new(samples, indices, |group| trainee.shares(group)).log_loss().map_or(f64::NAN, |(loss, _)| loss)
    };
    let mut losses = vec![EpochLoss { fitted: loss(&trainee, &fitted), held_out: loss(&trainee, &held_out) }];
    let mut watch = |_, trainee: &Trainee, during: f64| {
        losses.push(EpochLoss { fitted: during, held_out: loss(trainee, &held_out) });
        (options.watch)(&LearningProgress { players, games: request.games, losses: &losses });
    };
    let fitting = fit(trainee, samples, &fitted, &schedule, options.stopped, &mut watch);
    let trainee = fitting.ok_or(LearnError::Interrupted)?;
    // Judged as it is written, with rounded weights.
    let rounded = NetFile::new(request.kind, BTreeMap::new()).with(players, &trainee.finish());
    let weights = rounded.weights(players).expect("they were just written");
    let judged = trainee.with_weights(&weights);
    let evaluation = Evaluation::new(samples, &held_out, |group| judged.shares(group));
    let groups = [fitted.len(), held_out.len()];
    Ok((Course { players, groups, losses, evaluation }, weights))
}
