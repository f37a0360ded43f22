//! Rows and figures to bytes: tables for the terminal, JSON, Markdown, pages, pictures.
//!
//! This room owns how results look: order, words, colours. It refuses to count, to estimate and to write files: it takes the tables
//! of a run, the plan of a tuning and its findings, or a record, and returns text.
//!
//! The main types: [`RunInput`] and [`GameInput`] are a run and a game for a page.
//!
//! ```
//! use karteneck::Tournament;
//! use karteneck::arena::TableIndex;
//! use karteneck::report::standings_table;
//!
//! let outcome = Tournament::of(["greedy".parse()?, "random".parse()?]).games(200).run()?;
//! let table = standings_table(&outcome.results(), TableIndex::FIRST).within(80);
//! assert!(table.lines().nth(1).is_some_and(|best| best.contains("greedy")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod ceiling;
mod cells;
mod exploit;
mod figures;
mod findings;
mod json;
mod learning;
mod markdown;
mod moments;
mod page;
mod playback;
mod ratings;
mod regret;
mod reproduce;
mod solving;
mod standings;
mod svg;
mod table;
mod text_table;
mod tuning;
mod verdict;
mod viewer;

pub use analysis::{
    analysis_page, analysis_table, decisions_csv, decisions_table, hint_table, judgement_table, losses_table,
    mistakes_table, own_mistakes_table, search_judgement_table,
};
pub use ceiling::{ceiling_rows, ceiling_table};
pub use exploit::{exploit_rows, exploit_table};
pub use figures::figure_files;
pub use json::{
    JudgedBy, RecordSummary, audit_json, ceiling_json, damage_json, decision_json, exploit_json, game_json,
    ratings_json, record_json, regret_json, results_json, sample_json, solving_json, strategies_json, strategy_json,
    tuning_json, verified_json,
};
pub use learning::{lesson_files, lesson_text};
pub use markdown::markdown;
pub use moments::{Moment, moments};
pub use page::{RunInput, replay_page, report_page};
pub use playback::playback_json;
pub use ratings::ratings_table;
pub use regret::{regret_rows, regret_table};
pub use solving::{MeasuredGame, solving_mistakes, solving_rows, solving_table};
pub use standings::standings_table;
pub use table::{align, align_left, clip, pad, text_width};
pub use text_table::{TextTable, hang, hang_items, wrap};
pub use tuning::{
    NamedFile, changes_table, comparison_files, convergence_picture, effects_picture, effects_table, history_csv,
    history_files, left_out, result_files, sensitivity_csv, statement, transfer_csv, transfer_table, tuned_entrant,
};
pub use verdict::verdict;
pub use viewer::{GameInput, TABLE_SCRIPT, TABLE_STYLE, position_frame, seat_names, worms_by_value};
