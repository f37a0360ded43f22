//! All integration tests, one module for each concern.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::missing_panics_doc)]

mod allocations;
mod analysis;
mod audits;
mod batches;
mod browser;
mod card_table;
mod ceiling;
mod cli;
mod cli_analysis;
mod cli_entrants;
mod cli_runs;
mod cli_tuning;
#[cfg(target_os = "linux")]
mod confinement;
mod conversations;
mod counting;
mod cycles;
mod documents;
mod draws;
mod encoding;
mod entrants;
mod enumeration;
mod exact_numbers;
mod example;
mod exploit;
mod export;
mod following;
mod forged;
mod front_door;
mod fuzz_findings;
mod golden_views;
mod house;
mod illegal;
mod imagining;
mod json;
mod laws;
mod learning;
mod learning_pieces;
mod lineups;
mod manners;
mod nets;
mod noise;
mod pages;
mod parts;
#[cfg(unix)]
mod parts_killed;
mod pieces;
mod pieces_resumed;
mod piles;
mod play;
#[cfg(unix)]
mod play_terminal;
mod position_files;
mod positions;
mod processes;
#[cfg(unix)]
mod progress;
mod ratings;
mod records;
mod reports;
mod run_folders;
mod runs;
mod schema;
#[cfg(unix)]
mod screens;
mod seeds;
mod selfchecks;
#[cfg(all(unix, feature = "serve"))]
mod serve;
#[cfg(all(unix, feature = "serve"))]
mod serve_attacks;
#[cfg(all(unix, feature = "serve"))]
mod serve_editor;
#[cfg(all(unix, feature = "serve"))]
mod serve_games;
#[cfg(all(unix, feature = "serve"))]
mod serve_live;
#[cfg(all(unix, feature = "serve"))]
mod serve_pages;
#[cfg(all(unix, feature = "serve"))]
mod serve_positions;
#[cfg(all(unix, feature = "serve"))]
mod serve_screens;
mod signatures;
mod solving;
mod statistics;
mod strategies;
mod support;
mod trust;
mod tuning;
mod turns;
mod verifying;
mod viewer;
