//! A request, as far as anything here needs it.

use std::collections::BTreeMap;

use hyper::Method;
use hyper::body::Bytes;
use hyper::header::{COOKIE, HOST, HeaderName, ORIGIN};
use hyper::http::request::Parts;
use serde_json::Value;

use super::answer::Answer;

/// The most bytes of a body: a position file has two thousand.
pub(super) const MAX_BODY: usize = 64 << 10;
/// The most bytes of an address.
const MAX_ADDRESS: usize = 4 << 10;

/// A request.
pub(super) struct Request {
    pub(super) is_post: bool,
    pub(super) path: String,
    query: BTreeMap<String, String>,
    pub(super) host: Option<String>,
    pub(super) origin: Option<String>,
    /// What the browser says about where a request comes from.
    pub(super) fetch_site: Option<String>,
    /// The token of the page.
    pub(super) page_token: Option<String>,
    pub(super) cookies: Option<String>,
    body: Bytes,
}

impl Request {
    /// # Errors
    /// The answer to a request that no page of ours makes.
    pub(super) fn new(head: &Parts, body: Bytes) -> Result<Request, Answer> {
        let uri = &head.uri;
        if uri.path_and_query().is_some_and(|address| address.as_str().len() > MAX_ADDRESS) {
            return Err(Answer::error(414, "the address is longer than any of a page"));
        }
        let is_post = head.method == Method::POST;
        if !is_post && head.method != Method::GET {
            return Err(Answer::error(405, "expected GET or POST"));
        }
        let one = |name: HeaderName| {
            let mut values = head.headers.get_all(name).iter();
            let first = values.next().and_then(|value| value.to_str().ok()).map(str::to_owned);
            // Two of a kind could be read differently by different readers.
            if values.next().is_some() { Err(Answer::wrong("a header is given twice")) } else { Ok(first) }
        };
        let (host, named) = (one(HOST)?, uri.authority().map(ToString::to_string));
        if host.is_some() && named.is_some() && host != named {
            return Err(Answer::wrong("the address and the header name different hosts"));
        }
        Ok(Request {
            is_post,
            path: uri.path().to_owned(),
            query: pairs(uri.query().unwrap_or_default())?,
            host: host.or(named),
            origin: one(ORIGIN)?,
            fetch_site: one(HeaderName::from_static("sec-fetch-site"))?,
            page_token: one(HeaderName::from_static("x-karteneck-token"))?,
            cookies: one(COOKIE)?,
            body,
        })
    }

    /// A word of the address; empty if it is not there.
    pub(super) fn word(&self, key: &str) -> &str {
        self.query.get(key).map_or("", String::as_str)
    }

    /// The body as JSON.
    pub(super) fn json(&self) -> Result<Value, Answer> {
        serde_json::from_slice(&self.body).map_err(|error| Answer::wrong(format!("expected JSON: {error}")))
    }

    /// The body as the words of a form.
    pub(super) fn form(&self) -> BTreeMap<String, String> {
        std::str::from_utf8(&self.body).ok().and_then(|text| pairs(text).ok()).unwrap_or_default()
    }
}

/// `a=b&c=d`, with escapes.
fn pairs(text: &str) -> Result<BTreeMap<String, String>, Answer> {
    let wrong = || Answer::wrong("the address has an escape that is no text");
    let pair = |part: &str| {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        Ok((unescape(key).ok_or_else(wrong)?, unescape(value).ok_or_else(wrong)?))
    };
    text.split('&').filter(|part| !part.is_empty()).map(pair).collect()
}

/// `%41+b` is `A b`.
fn unescape(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digit = |byte: u8| char::from(byte).to_digit(16);
                (digit(rest.next()?)? * 16 + digit(rest.next()?)?) as u8
            }
            other => other,
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_bytes_of_a_text() {
        assert_eq!(unescape("a%2Fb+c%C3%BC").as_deref(), Some("a/b cü"));
        for broken in ["%", "%4", "%zz", "%ff"] {
            assert_eq!(unescape(broken), None, "{broken}");
        }
    }
}
