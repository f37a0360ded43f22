//! What is played now: a run, or a list.

use std::sync::Arc;

use super::piece::{MAX_TASKS, PieceHead, PlanText};
use super::task_list::TaskList;
use crate::arena::index::TableIndex;
use crate::arena::plan::Plan;

/// What is played now.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) text: PlanText,
    pub(super) kind: JobKind,
}

#[derive(Clone, Debug)]
pub(super) enum JobKind {
    Run(Arc<Plan>),
    List(Arc<TaskList>),
}

impl Job {
    pub(super) fn of_plan(plan: &Plan) -> Job {
        Job { text: PlanText::of(plan), kind: JobKind::Run(Arc::new(plan.clone())) }
    }

    pub(super) fn of_list(list: TaskList) -> Job {
        let text = PlanText::of_list(list.text.clone(), list.secret);
        Job { text, kind: JobKind::List(Arc::new(list)) }
    }

    /// The games of so many tasks; the last task of a list may have fewer.
    pub(super) fn games(&self, table_index: TableIndex, tasks: u64) -> u64 {
        tasks
            * match &self.kind {
                JobKind::Run(plan) => plan.schedules[table_index].players.count() as u64,
                JobKind::List(list) => list.games_per_task,
            }
    }

    /// The most tasks of a piece.
    pub(super) fn max_tasks(&self) -> u64 {
        match &self.kind {
            JobKind::Run(_) => MAX_TASKS,
            JobKind::List(list) => list.max_tasks,
        }
    }

    /// The name of a piece for people, like `2 players, blocks 512-1023`.
    pub(super) fn name(&self, head: &PieceHead) -> String {
        let (first, end) = (head.first, head.first + head.blocks());
        match &self.kind {
            JobKind::Run(plan) => {
                format!("{} players, blocks {first}-{}", plan.schedules[head.table_index].players, end - 1)
            }
            JobKind::List(list) => {
                let games = (list.games_per_task * first, (list.games_per_task * end).min(list.games) - 1);
                format!("{}, games {}-{}", list.name, games.0, games.1)
            }
        }
    }
}
