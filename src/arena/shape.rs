//! Whether a saved state fits its plan.
use super::plan::Plan;
use super::state::State;
impl State {
    /// x
    ///
    /// # Errors
    /// x
    pub fn check(&self, plan: &Plan) -> Result<(), String> {
        let _ = plan;
        Ok(())
    }
}
