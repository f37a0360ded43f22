//! The server: accepts connections until it is asked to stop.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};

use super::connection::{Connections, converse};
use super::error::ServeError;
use super::site::{ServeOptions, Site};

/// How often it looks whether it should stop.
const LOOK: Duration = Duration::from_millis(100);
/// How long work in progress may take to notice that the server stops.
const FAREWELL: Duration = Duration::from_secs(3);
/// Threads in which requests are worked on, at most; each connection needs one at a time.
const WORKERS: usize = 160;

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    site: Arc<Site>,
}

impl Server {
    /// Listens from now on, without answering yet.
    ///
    /// # Errors
    /// If the address is taken, the folder cannot be used, or another machine could connect without a token.
    pub fn listen(options: ServeOptions) -> Result<Server, ServeError> {
        if !options.address.ip().is_loopback() && options.token.is_none() {
            let problem = "other machines could connect, so a token is needed: give --token";
            return Err(ServeError::Options(problem.to_owned()));
        }
        let (address, failed) = (options.address, |source| ServeError::Listen { address: options.address, source });
        let listener = TcpListener::bind(address).map_err(failed)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let site = Arc::new(Site::new(options, address)?);
        Ok(Server { listener, address, site })
    }

    /// Where it listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until `should_stop` returns true, which is asked several times a second; then saves the games in progress and stops the runs that
    /// were started from a page. Returns what cannot be saved.
    ///
    /// # Errors
    /// If the system refuses what a server needs.
    pub fn run(self, should_stop: &dyn Fn() -> bool) -> Result<Vec<String>, ServeError> {
        // One thread receives and sends; whatever takes time is done by the others.
        let runtime = Builder::new_current_thread().enable_all().max_blocking_threads(WORKERS).build()?;
        let done = runtime.block_on(accept(self.listener, &self.site, should_stop));
        self.site.stop();
        end(runtime);
        done?;
        Ok(self.site.close())
    }
}

/// Gives work in progress a moment to end.
fn end(runtime: Runtime) {
    runtime.shutdown_timeout(FAREWELL);
}

async fn accept(listener: TcpListener, site: &Arc<Site>, should_stop: &dyn Fn() -> bool) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let connections = Connections::default();
    while !should_stop() {
        // A failure to accept is one of the other side, or a lack of descriptors that passes.
        if let Ok(Ok((stream, _))) = tokio::time::timeout(LOOK, listener.accept()).await {
            tokio::spawn(converse(stream, Arc::clone(site), connections.clone()));
        }
    }
    Ok(())
}
