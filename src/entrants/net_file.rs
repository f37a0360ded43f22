//! Finds the nets that files, specs and manifests name: the shipped ones by name, all others by the path of their file.

use std::path::{Path, PathBuf};

use crate::files::{read_regular, text_of};
use crate::strategies::nets::{MAX_NET_BYTES, Net, NetFile, NetKind, keep_net, shipped_net, shipped_nets};
use crate::strategies::suggestion;

/// The net of this name and kind: a shipped one, or a file in the folder or at the path.
///
/// # Errors
/// Why there is none: a text that follows the name.
pub(super) fn find_net(name: &str, kind: NetKind, folder: Option<&Path>) -> Result<&'static Net, String> {
    let net = match shipped_net(name) {
        Some(net) => net,
        None => keep_net(read_net(name, folder)?),
    };
    if net.kind() != kind {
        return Err(format!("`{name}` is a {} net; expected a {} net", net.kind().name(), kind.name()));
    }
    Ok(net)
}

fn read_net(name: &str, folder: Option<&Path>) -> Result<Net, String> {
    let path = place_of(name, folder);
    if path.extension().is_none_or(|ending| ending != "net") {
        let help = suggestion(name, shipped_nets());
        return Err(format!("there is no net `{name}`; {help} Or give the path of a .net file"));
    }
    let place = path.display();
    let text = read_regular(&path, MAX_NET_BYTES).and_then(text_of);
    let text = text.map_err(|error| format!("the net {place} cannot be read: {error}"))?;
    let file = NetFile::parse(&text).map_err(|problem| format!("{place} {problem}"))?;
    Ok(Net::new(path.to_string_lossy(), &file))
}

/// A file next to the one that names it comes first.
fn place_of(name: &str, folder: Option<&Path>) -> PathBuf {
    let beside = folder.map(|folder| folder.join(name)).filter(|path| path.is_file());
    beside.unwrap_or_else(|| name.into())
}
