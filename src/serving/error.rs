//! Why a server cannot be started.

use std::io;
use std::net::SocketAddr;

use thiserror::Error;

/// Why the server cannot work.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address is taken or not ours.
    #[error("cannot listen on {address}: {source}; choose another port with --port")]
    Listen {
        /// Which.
        address: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
    /// Something else of the system failed.
    #[error("the server cannot be started: {0}")]
    System(#[from] io::Error),
    /// What is asked for is not safe or makes no sense.
    #[error("{0}")]
    Options(String),
}
