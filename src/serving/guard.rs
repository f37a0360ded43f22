//! Who may talk to the server: the browser of this machine, and only its pages of ours.
//!
//! Another site can make a browser send requests here. It cannot choose the `Host` (so a name that was made to point here is refused), nor the
//! `Origin`, and it cannot read our pages, so it does not know the token that every change needs.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use super::answer::Answer;
use super::request::Request;
use super::secret::secret;

/// The name of the cookie that says that the token was given.
const COOKIE: &str = "karteneck";
/// How long a wrong token is thought about, so that guessing is slow.
const THINK: Duration = Duration::from_millis(500);

/// What is checked before anything is done.
pub(super) struct Guard {
    address: SocketAddr,
    /// The token of all pages, new with every start.
    pub(super) page_token: String,
    /// The token that the user must give, if other machines can connect.
    token: Option<String>,
    /// What a browser keeps instead of it.
    cookie: String,
}

impl Guard {
    pub(super) fn new(address: SocketAddr, token: Option<String>) -> std::io::Result<Guard> {
        Ok(Guard { address, token, page_token: secret()?, cookie: secret()? })
    }

    /// # Errors
    /// The answer to a request that is not from one of our pages, or that changes something without its token.
    pub(super) fn check(&self, request: &Request) -> Result<(), Answer> {
        let host = request.host.as_deref().unwrap_or_default();
        if !self.is_our_host(host) {
            return Err(Answer::error(421, "this server answers only under its own address"));
        }
        let from_here = request.origin.as_ref().is_none_or(|origin| *origin == format!("http://{host}"));
        let fetched_here =
            request.fetch_site.as_ref().is_none_or(|site| ["same-origin", "none"].contains(&site.as_str()));
        // A link on another site may lead to a page of ours, which then has to ask for everything itself.
        let is_link = !request.is_post && !request.path.starts_with("/api/") && request.origin.is_none();
        if !from_here || !(fetched_here || is_link) {
            return Err(Answer::error(403, "another site may not talk to this server"));
        }
        if !self.is_admitted(request) && request.path != "/login" {
            return Err(super::pages::login_page("").with_status(401));
        }
        let has_token = request.page_token.as_ref().is_some_and(|token| same(token, &self.page_token));
        if request.is_post && request.path != "/login" && !has_token {
            return Err(Answer::error(403, "the token of the page is missing; load the page again"));
        }
        Ok(())
    }

    /// Whether a name is ours: loopback by name or number, or, if other machines may connect, any address by number.
    fn is_our_host(&self, host: &str) -> bool {
        let (name, port) = host.rsplit_once(':').unwrap_or((host, "80"));
        if port.parse() != Ok(self.address.port()) {
            return false;
        }
        let number: Option<IpAddr> = name.trim_start_matches('[').trim_end_matches(']').parse().ok();
        match number {
            Some(number) => number.is_loopback() || number == self.address.ip() || self.token.is_some(),
            None => name.eq_ignore_ascii_case("localhost"),
        }
    }

    /// Whether the user has given the token, if there is one.
    fn is_admitted(&self, request: &Request) -> bool {
        let cookies = request.cookies.as_deref().unwrap_or_default();
        let given = cookies.split(';').filter_map(|part| part.trim().strip_prefix(COOKIE)?.strip_prefix('='));
        self.token.is_none() || given.into_iter().any(|given| same(given, &self.cookie))
    }

    /// Takes the token from the form that asks for it.
    pub(super) fn log_in(&self, request: &Request) -> Answer {
        let given = request.form().remove("token").unwrap_or_default();
        if self.token.as_ref().is_some_and(|token| same(token, &given)) {
            return Answer::welcome(format!("{COOKIE}={}; HttpOnly; SameSite=Strict; Path=/", self.cookie));
        }
        std::thread::sleep(THINK);
        super::pages::login_page("This is not the token that was given to --token.").with_status(401)
    }
}

/// Whether two texts are equal, in a time that does not say where they differ.
fn same(one: &str, other: &str) -> bool {
    blake3::hash(one.as_bytes()) == blake3::hash(other.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(address: &str, token: Option<&str>) -> Guard {
        Guard::new(address.parse().expect("an address"), token.map(str::to_owned)).expect("random bytes")
    }

    #[test]
    fn only_numbers_and_localhost_are_ours() {
        let local = guard("127.0.0.1:4000", None);
        for fine in ["127.0.0.1:4000", "localhost:4000", "LOCALHOST:4000", "[::1]:4000"] {
            assert!(local.is_our_host(fine), "{fine}");
        }
        let refused =
            ["127.0.0.1", "127.0.0.1:80", "evil.example:4000", "localhost.evil.example:4000", "192.168.0.2:4000", ""];
        for host in refused {
            assert!(!local.is_our_host(host), "{host}");
        }
        let open = guard("0.0.0.0:4000", Some("x"));
        assert!(open.is_our_host("192.168.0.2:4000") && !open.is_our_host("evil.example:4000"));
    }
}
