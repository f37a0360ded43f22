//! The laboratory in the browser: pages with all runs of a folder, every game of them, analysis on demand, and a table to play at.
//!
//! This room owns the server, who may talk to it, and the pages. It refuses rules, statistics and files of runs: it asks the rooms that
//! have them, in threads of their own, while one thread does nothing but receive and send. A page gets nothing that its reader may not know: a
//! game in progress is sent as the view of the person who plays.
//!
//! The main types: [`ServeOptions`] says what is served and who may start what; a [`Server`] listens, and [`Server::run`] answers until it
//! is asked to stop.

mod activity;
mod analysis;
mod answer;
mod board;
mod connection;
mod entrants;
mod error;
mod folder;
mod frame;
mod game_cache;
mod games;
mod guard;
mod jobs;
mod live;
mod new_game;
mod pages;
mod play;
mod play_state;
mod position;
mod positions;
mod request;
mod route;
mod run_cache;
mod runs;
mod saves;
mod search;
mod secret;
mod server;
mod site;
mod slots;
mod start;
mod stream;
mod tables;
mod tunings;

pub use error::ServeError;
pub use server::Server;
pub use site::ServeOptions;
