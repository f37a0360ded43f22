//! Strategies made by the caller's own code.

use std::fmt;
use std::sync::Arc;

use crate::strategies::{BatchPolicy, OneByOne, Strategy};

/// A strategy made by the caller's own code: a closure, which may own tables or a model.
///
/// A manifest can name it but not describe it, so it carries a version: change it whenever the play changes.
#[derive(Clone)]
pub struct Code {
    version: String,
    make: Arc<dyn Fn() -> Box<dyn Strategy> + Send + Sync>,
    /// What decides for many views at once, if it is such code.
    batch: Option<Arc<dyn BatchPolicy>>,
}

impl Code {
    pub(super) fn new(make: impl Fn() -> Box<dyn Strategy> + Send + Sync + 'static) -> Code {
        Code { version: Code::UNVERSIONED.to_owned(), make: Arc::new(make), batch: None }
    }

    pub(super) fn of_batch(policy: Arc<dyn BatchPolicy>) -> Code {
        let shared = Arc::clone(&policy);
        let make = move || -> Box<dyn Strategy> { Box::new(OneByOne(Arc::clone(&shared))) };
        Code { batch: Some(policy), ..Code::new(make) }
    }

    pub(super) const fn batch(&self) -> Option<&Arc<dyn BatchPolicy>> {
        self.batch.as_ref()
    }

    /// The version of code that has none.
    const UNVERSIONED: &str = "unversioned";

    pub(super) fn set_version(&mut self, version: &str) {
        version.clone_into(&mut self.version);
    }

    /// Its version, as written in manifests.
    pub fn version(&self) -> &str {
        &self.version
    }

    pub(super) fn strategy(&self) -> Box<dyn Strategy> {
        (self.make)()
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "code, version {}", self.version)
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Code) -> bool {
        self.version == other.version && Arc::ptr_eq(&self.make, &other.make)
    }
}
