//! What fuzzing has found, one test for each finding.

use karteneck::Entrant;
use karteneck::bots::read_greeting;
use karteneck::entrants::{Catalogue, entrant_record};

/// A program whose file or manifest gives an empty folder, as text.
fn with_empty_folder(catalogue: &Catalogue) -> [Entrant; 2] {
    let text = "kind = \"process\"\ncommand = [\"sh\", \"bot.sh\"]\nfolder = \"\"\n";
    let from_file = catalogue.parse("bot", text).unwrap();
    let record = r#"{"name":"bot","command":["sh","bot.sh"],"folder":"","time_limit":5.0}"#;
    [from_file, catalogue.recall(&serde_json::from_str(record).unwrap()).unwrap()]
}

#[test]
fn an_empty_folder_is_none() {
    let catalogue = Catalogue::shipped_only();
    for entrant in with_empty_folder(&catalogue) {
        let record = entrant_record(&entrant);
        assert_eq!(record.folder, std::env::current_dir().unwrap().to_str().map(str::to_owned));
        assert_eq!(entrant_record(&catalogue.recall(&record).unwrap()), record);
    }
}

#[test]
fn a_program_that_is_not_started_has_a_reason() {
    for line in [r#"{"type":"launch-error"}"#, r#"{"type":"launch-error","reason":""}"#] {
        assert_eq!(read_greeting(line), Err("the launcher does not say why".to_owned()));
    }
}

#[test]
fn a_negative_zero_is_zero() {
    let catalogue = Catalogue::shipped_only();
    let [zero, negative] = ["heuristic:tempo=0", "heuristic:tempo=-0"].map(|spec| catalogue.find(spec).unwrap());
    assert_eq!((&negative.name, negative.to_toml()), (&zero.name, zero.to_toml()));
    assert_eq!(catalogue.parse("zero", &negative.to_toml()).unwrap().to_toml(), zero.to_toml());
}
