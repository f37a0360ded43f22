//! The native half of the Python package: the engine, batches of games, and the arena, for the Python files beside it.
//!
//! It owns no rule and no count: everything is asked from `karteneck`. Docstrings are in `_native.pyi`'s Python wrappers.

mod arena;
mod batch;
mod bot;
mod cluster;
mod cluster_learn;
mod cluster_plan;
mod cluster_tune;
mod control;
mod edition;
mod entrant;
mod errors;
mod game;
mod judge;
mod net;
mod record;
mod results;
mod run;
mod slot;
mod strategy;
mod tune;
mod view;
mod words;

/// The native half of the package `karteneck`.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::arena::play_run;
    #[pymodule_export]
    use crate::batch::PyBatch;
    #[pymodule_export]
    use crate::bot::PyQuestions;
    #[pymodule_export]
    use crate::cluster::PyCoordinator;
    #[pymodule_export]
    use crate::cluster::fingerprints;
    #[pymodule_export]
    use crate::cluster::own_fingerprint;
    #[pymodule_export]
    use crate::cluster::play_piece;
    #[pymodule_export]
    use crate::cluster_learn::begin_learning;
    #[pymodule_export]
    use crate::cluster_learn::resume_learning;
    #[pymodule_export]
    use crate::cluster_plan::whole_number;
    #[pymodule_export]
    use crate::cluster_tune::begin_tuning;
    #[pymodule_export]
    use crate::cluster_tune::resume_tuning;
    #[pymodule_export]
    use crate::edition::PyEdition;
    #[pymodule_export]
    use crate::entrant::PyEntrant;
    #[pymodule_export]
    use crate::entrant::shipped_names;
    #[pymodule_export]
    use crate::game::PyGame;
    #[pymodule_export]
    use crate::judge::audit;
    #[pymodule_export]
    use crate::judge::judge;
    #[pymodule_export]
    use crate::net::write_net_file;
    #[pymodule_export]
    use crate::record::replay_record;
    #[pymodule_export]
    use crate::results::PyResults;
    #[pymodule_export]
    use crate::run::ExportLines;
    #[pymodule_export]
    use crate::run::PyRun;
    #[pymodule_export]
    use crate::run::RecordLines;
    #[pymodule_export]
    use crate::run::resume_run;
    #[pymodule_export]
    use crate::strategy::PyStrategy;
    #[pymodule_export]
    use crate::tune::tune_entrant;
    #[pymodule_export]
    use crate::view::PyView;
}
