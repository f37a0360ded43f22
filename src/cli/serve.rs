//! `karteneck serve`: the laboratory in the browser.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use anyhow::{Error, anyhow};
use clap::Args;

use super::bots::host_in;
use super::catalogue::catalogue;
use super::entrants::find_entrant;
use super::failure::Failure;
use super::interrupt::Interrupt;
use super::messages::{note, say};
use crate::bots::kill_all;
use crate::entrants::Entrant;
use crate::serving::{ServeError, ServeOptions, Server};

/// The fewest characters of a token: fewer could be guessed.
const MIN_TOKEN: usize = 12;

/// Show all runs and games in the browser, analyze them, and play
///
/// The pages are served by this program on this machine alone: nothing is loaded from elsewhere, and no other site can talk to it.
/// With --bind other machines can connect; then everyone must give the token first. Programs are started from a page only if they
/// are named here with --allow. Ctrl-C ends it: games in progress are saved, and runs that were started from a page can be resumed.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  karteneck serve --open
  karteneck serve --folder results --port 8000
  karteneck serve --allow 'process:python3 bot.py'               a program that may play
  karteneck serve --bind 0.0.0.0 --token 'a long secret'         for other machines of a network that you trust

docs/SERVE.md shows the pages.")]
pub(super) struct Arguments {
    /// The folder of all runs
    #[arg(long, value_name = "DIR", default_value = super::run::RESULTS)]
    folder: PathBuf,
    /// The port; 0 for any that is free
    #[arg(long, value_name = "P", default_value_t = 7326)]
    port: u16,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Listen on this address of the machine, so that others can connect
    #[arg(long, value_name = "ADDRESS", requires = "token")]
    bind: Option<IpAddr>,
    /// What a browser must give before it sees anything: at least 12 characters
    #[arg(long, value_name = "TOKEN", value_parser = parse_token)]
    token: Option<String>,
    /// A program that pages may start, as an entrant; only for programs that you trust. Can be given several times
    #[arg(long, value_name = "ENTRANT")]
    allow: Vec<String>,
}

fn parse_token(text: &str) -> Result<String, String> {
    if text.chars().count() < MIN_TOKEN {
        return Err(format!("expected at least {MIN_TOKEN} characters"));
    }
    Ok(text.to_owned())
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let interrupt = Interrupt::listen_silently();
    let server = Server::listen(options(arguments)?).map_err(failure)?;
    let url = format!("http://{}/", shown(server.address()));
    say(format_args!("the pages are at {url} until Ctrl-C"));
    if arguments.open
        && let Err(error) = opener::open(&url)
    {
        note(format_args!("cannot open a browser: {error}; open the page yourself"));
    }
    let trouble = server.run(&|| interrupt.has_come()).map_err(failure)?;
    kill_all();
    if trouble.is_empty() {
        note(format_args!("ended; games in progress are saved in {}", arguments.folder.display()));
        return Ok(());
    }
    Err(Failure::Failed(anyhow!("not everything could be saved: {}", trouble.join("; "))))
}

fn options(arguments: &Arguments) -> Result<ServeOptions, Failure> {
    let program = |spec: &String| {
        let entrant = find_entrant(spec)?;
        let is_program = |entrant: &Entrant| entrant.is_process();
        if is_program(&entrant) { Ok((spec.clone(), entrant)) } else { Err(not_a_program(spec)) }
    };
    let address = arguments.bind.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    Ok(ServeOptions {
        folder: arguments.folder.clone(),
        address: SocketAddr::new(address, arguments.port),
        token: arguments.token.clone(),
        catalogue: catalogue()?,
        programs: arguments.allow.iter().map(program).collect::<Result<_, Failure>>()?,
        host: host_in(None, std::slice::from_ref(&arguments.folder))?,
        executable: std::env::current_exe().ok(),
    })
}

fn not_a_program(spec: &str) -> Failure {
    Failure::Usage(anyhow!(
        "--allow {spec}: expected a program, like 'process:python3 bot.py'; all others may play anyway"
    ))
}

/// An address that a browser can open.
fn shown(address: SocketAddr) -> SocketAddr {
    let ip = if address.ip().is_unspecified() { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { address.ip() };
    SocketAddr::new(ip, address.port())
}

fn failure(error: ServeError) -> Failure {
    match error {
        ServeError::Options(_) | ServeError::Listen { .. } => Failure::Usage(Error::new(error)),
        ServeError::System(_) => Failure::Failed(Error::new(error)),
    }
}
