//! Who judges: the policy, the worlds and the threads of a command.

use anyhow::{Error, anyhow};

use super::Arguments;
use crate::analysis::{Judge, JudgeOptions, Judgement, Looks, MIN_LOOKS, MoveValues, SearchJudgement};
use crate::arena::{WorkOptions, WorkThreads};
use crate::cli::entrants::find_entrant;
use crate::cli::failure::Failure;
use crate::cli::interrupt::Interrupt;
use crate::cli::json::JsonOption;
use crate::entrants::Entrant;
use crate::game::{Game, Move};
use crate::report::JudgedBy;

/// Everything that judging needs.
pub(in crate::cli) struct Analyzer {
    pub(super) method: Method,
    seed: u64,
    threads: WorkThreads,
    interrupt: Interrupt,
    /// How results are shown.
    pub(super) json: JsonOption,
}

/// How moves are judged.
pub(super) enum Method {
    /// In so many worlds, where this entrant continues for all seats.
    Worlds(Entrant, u64),
    /// By so many looks of this search.
    Looks(Entrant, u64),
}

impl Analyzer {
    pub(super) fn new(arguments: &Arguments) -> Result<Analyzer, Failure> {
        let method = match &arguments.judge {
            Some(spec) => Method::Looks(find_entrant(spec)?, arguments.looks),
            None => Method::Worlds(find_policy(&arguments.policy)?, arguments.worlds),
        };
        let threads = WorkThreads::start(arguments.threads.number())?;
        let interrupt = Interrupt::default();
        let Arguments { seed, json, .. } = *arguments;
        Ok(Analyzer { method, seed, threads, interrupt, json })
    }

    /// How it judges, for data.
    pub(super) fn how(&self) -> JudgedBy<'_> {
        let (Method::Worlds(entrant, worlds) | Method::Looks(entrant, worlds)) = &self.method;
        JudgedBy { policy: &entrant.name, worlds: *worlds, seed: self.seed }
    }

    /// A search that judges for a command that listens to Ctrl-C already, on all cores.
    pub(in crate::cli) fn of_search(
        (judge, looks): (Entrant, u64),
        seed: u64,
        interrupt: Interrupt,
    ) -> Result<Analyzer, Failure> {
        let (threads, json) = (WorkThreads::start(0)?, JsonOption::default());
        Ok(Analyzer { method: Method::Looks(judge, looks), seed, threads, interrupt, json })
    }

    /// From now on Ctrl-C ends the judging, and not the program.
    pub(super) fn listen(self) -> Analyzer {
        Analyzer { interrupt: Interrupt::listen("what was finished is shown"), ..self }
    }

    /// The parts in which a decision is judged, and what they are called.
    pub(super) fn parts(&self) -> (u64, &'static str) {
        match self.method {
            Method::Worlds(_, worlds) => (worlds, "worlds"),
            Method::Looks(_, looks) => (looks, "looks"),
        }
    }

    /// Judges everything that the seat on turn can do; `None` if it was interrupted.
    pub(super) fn judge(
        &self,
        game: &Game,
        played: Option<Move>,
        on_part: &(dyn Fn() + Sync),
    ) -> Result<Option<Box<dyn MoveValues>>, Failure> {
        fn boxed(values: impl MoveValues + 'static) -> Box<dyn MoveValues> {
            Box::new(values)
        }
        Ok(match &self.method {
            Method::Worlds(policy, worlds) => self.try_out((policy, *worlds), game, played, on_part)?.map(boxed),
            // There is nothing to find out about a single choice.
            Method::Looks(judge, looks) if game.view(game.table().turn()).choices().len() == 1 => {
                (MIN_LOOKS..*looks).for_each(|_| on_part());
                self.look((judge, MIN_LOOKS), game, played, on_part)?.map(boxed)
            }
            Method::Looks(judge, looks) => self.look((judge, *looks), game, played, on_part)?.map(boxed),
        })
    }

    /// Tries everything that the seat on turn can do in worlds.
    pub(super) fn try_out(
        &self,
        (policy, worlds): (&Entrant, u64),
        game: &Game,
        played: Option<Move>,
        on_world: &(dyn Fn() + Sync),
    ) -> Result<Option<Judgement>, Failure> {
        let judge = Judge { policy, worlds, seed: self.seed };
        let view = game.view(game.table().turn());
        let options = JudgeOptions { should_stop: &|| self.interrupt.has_come(), on_world };
        let judged = self.threads.work(|| judge.judge_with(&options, &view, played));
        judged.map_err(|fault| Failure::Failed(Error::new(fault)))
    }

    /// Judges everything that the seat on turn can do by a search.
    pub(super) fn look(
        &self,
        (judge, looks): (&Entrant, u64),
        game: &Game,
        played: Option<Move>,
        on_look: &(dyn Fn() + Sync),
    ) -> Result<Option<SearchJudgement>, Failure> {
        let view = game.view(game.table().turn());
        let looks = Looks { judge, looks, seed: self.seed };
        let options = WorkOptions { should_stop: &|| self.interrupt.has_come(), on_done: on_look };
        self.threads.work(|| looks.judge_with(&options, &view, played)).map_err(Failure::of_examination)
    }
}

/// The entrant that continues for all seats.
pub(in crate::cli) fn find_policy(spec: &str) -> Result<Entrant, Failure> {
    let policy = find_entrant(spec)?;
    if policy.is_process() {
        return Err(Failure::Usage(anyhow!(
            "--policy {}: expected an entrant of a family; a program is too slow to continue the game in every world",
            policy.name
        )));
    }
    Ok(policy)
}
