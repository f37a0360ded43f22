//! Entrants from names, specs and files.

use std::fs;
use std::path::Path;

use karteneck::entrants::{Catalogue, EntrantKind};
use karteneck::records::words::quoted;
use karteneck::strategies::{FAMILIES, Value};
use proptest::prelude::*;
use tempfile::TempDir;

use crate::support::shipped;

fn error(catalogue: &Catalogue, spec: &str) -> String {
    catalogue.find(spec).expect_err(spec).to_string()
}

#[test]
fn the_folder_of_the_repository_is_what_is_shipped() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("strategies");
    let mut files: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    files.sort();
    let mut names: Vec<&str> = Catalogue::shipped_names().collect();
    names.sort_unstable();
    assert_eq!(names, files, "every file is shipped, and nothing else");
    for name in files {
        let (embedded, file) = (shipped().find(&name).unwrap(), Catalogue::with_folder(&folder).find(&name).unwrap());
        assert_eq!(embedded, file);
        assert!(!embedded.note.is_empty(), "{name}: a note tells where the numbers come from");
    }
}

#[test]
fn an_entrant_with_the_name_of_a_family_has_its_defaults() {
    for family in FAMILIES {
        let EntrantKind::Family { family: found, values } = shipped().find(family.name).unwrap().kind else {
            panic!("{} is a family", family.name)
        };
        assert_eq!((found.name, values), (family.name, family.defaults()));
    }
}

#[test]
fn a_spec_sets_parameters_and_names_itself() {
    let entrant = shipped().find("monte-carlo: policy=greedy , rollouts=0400").unwrap();
    assert_eq!(entrant.name, "monte-carlo:rollouts=400,policy=greedy");
    let EntrantKind::Family { family, values } = &entrant.kind else { panic!("a family") };
    assert_eq!(values[family.position("rollouts").unwrap()], Value::Whole(400));
    assert_eq!(values[family.position("policy").unwrap()], Value::Choice("greedy"));
    assert_eq!(values[family.position("horizon").unwrap()], Value::Choice("round"), "the others stay");
    assert_eq!(shipped().find(&entrant.name).unwrap(), entrant, "the name is a spec");
}

#[test]
fn a_spec_may_set_parameters_of_an_entrant_that_sets_others() {
    let entrant = shipped().find("monte-carlo-quick:caution=1").unwrap();
    let EntrantKind::Family { family, values } = &entrant.kind else { panic!("a family") };
    assert_eq!(values[family.position("rollouts").unwrap()], Value::Whole(50));
}

#[test]
fn mistakes_in_specs_are_explained() {
    let all: Vec<String> = [
        "gredy",
        "xyzzy",
        "",
        "monte-carlo:rollout=3",
        "monte-carlo:rollouts=0,policy=gready",
        "monte-carlo:rollouts=2.5",
        "monte-carlo:rollouts=many",
        "monte-carlo:rollouts",
        "monte-carlo:",
        "monte-carlo:rollouts=1,rollouts=2",
        "heuristic:card=-1",
        "heuristic:card=NaN",
        "random:seed=1",
        "process:",
        "process:python3 'bot.py",
        "no/such/file.toml",
    ]
    .iter()
    .map(|spec| format!("{spec:?}\n  {}", error(&shipped(), spec)))
    .collect();
    let names: Vec<String> = shipped().names().iter().map(|name| format!("`{name}`")).collect();
    insta::assert_snapshot!("mistakes_in_specs", all.join("\n").replace(&names.join(", "), "NAMES"));
}

fn folder_with(files: &[(&str, &str)]) -> (TempDir, Catalogue) {
    let folder = TempDir::new().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let catalogue = Catalogue::with_folder(folder.path());
    (folder, catalogue)
}

#[test]
fn files_add_entrants_and_go_before_the_shipped_ones() {
    let (folder, catalogue) = folder_with(&[
        ("mine.toml", "family = \"greedy\"\n[parameters]\nenough = 30\n"),
        ("greedy.toml", "family = \"greedy\"\nnote = \"not the usual one\"\n[parameters]\nenough = 31\n"),
        ("bot.toml", "kind = \"process\"\ncommand = \"python3 'my bot.py'\"\ntime_limit = 2\n"),
    ]);
    let enough = |name: &str| match catalogue.find(name).unwrap().kind {
        EntrantKind::Family { values, .. } => values[0],
        _ => panic!("{name} is a family"),
    };
    assert_eq!((enough("mine"), enough("greedy")), (Value::Whole(30), Value::Whole(31)));
    assert_eq!(enough("mine:enough=32"), Value::Whole(32));
    assert!(catalogue.names().contains(&"bot".to_owned()) && catalogue.names().contains(&"random".to_owned()));
    let EntrantKind::Process(program) = catalogue.find("bot:time_limit=0.5").unwrap().kind else { panic!("a program") };
    assert_eq!(program.command, ["python3", "my bot.py"]);
    assert_eq!(program.folder.as_deref(), Some(folder.path()));
    assert_eq!(program.time_limit.as_millis(), 500);
    // By path, from anywhere.
    let path = folder.path().join("mine.toml");
    assert_eq!(shipped().find(&format!("{}:enough=40", path.display())).unwrap().name, "mine:enough=40");
}

#[test]
fn all_mistakes_in_a_file_are_explained_at_once() {
    let (folder, catalogue) = folder_with(&[
        ("a.toml", "family = \"monte-carlos\"\n"),
        ("b.toml", "famly = \"greedy\"\n"),
        (
            "c.toml",
            "family = \"monte-carlo\"\nnotes = 1\n[parameters]\nrollouts = \"50\"\npolicy = \"greed\"\ncaution = 9\nx = 1\n",
        ),
        ("d.toml", "family = 3\n"),
        ("e.toml", "kind = \"proces\"\n"),
        ("f.toml", "kind = \"process\"\ntime_limit = -1\nrollouts = 3\n"),
        ("g.toml", "kind = \"process\"\ncommand = [\"python3\", 3]\n"),
        ("h.toml", "family = \"greedy\n"),
        ("i.toml", "family = \"greedy\"\nparameters = 3\n"),
    ]);
    let place = folder.path().display().to_string();
    let all: Vec<String> = ["a", "b", "c", "d", "e", "f", "g", "h", "i"]
        .iter()
        .map(|name| error(&catalogue, name).replace(&place, "DIR"))
        .collect();
    insta::assert_snapshot!("mistakes_in_files", all.join("\n"));
    // The others are not harmed by a broken file next to them.
    assert!(catalogue.find("greedy").is_ok());
}

#[test]
fn what_a_program_may_use_survives_files_specs_and_manifests() {
    let folder = TempDir::new().unwrap();
    let text =
        "kind = \"process\"\ncommand = \"bot\"\nenv = [\"PYTHONPATH\"]\ncpu_time = 2.5\nmemory = 512\nprocesses = 9\n";
    fs::write(folder.path().join("bot.toml"), text).unwrap();
    let catalogue = Catalogue::with_folder(folder.path());
    let entrant = catalogue.find("bot").unwrap();
    let EntrantKind::Process(program) = &entrant.kind else { panic!("a program") };
    assert_eq!((program.limits.memory, program.limits.processes), (Some(512 << 20), Some(9)));
    assert_eq!(program.limits.cpu_time, Some(std::time::Duration::from_millis(2500)));
    assert_eq!(program.env, ["PYTHONPATH"]);
    fs::write(folder.path().join("again.toml"), entrant.to_toml()).unwrap();
    assert_eq!(catalogue.find("again").unwrap().kind, entrant.kind);
    let record = karteneck::entrants::entrant_record(&entrant);
    let read = serde_json::from_str(&serde_json::to_string(&record).unwrap()).unwrap();
    assert_eq!(shipped().recall(&read).unwrap().kind, entrant.kind);
    let EntrantKind::Process(without) = catalogue.find("bot:memory=0,processes=0,cpu_time=0").unwrap().kind else {
        panic!("a program")
    };
    assert_eq!(without.limits, karteneck::bots::Limits::default());
    fs::write(folder.path().join("bad.toml"), text.replace("PYTHONPATH", "A=B")).unwrap();
    assert!(catalogue.find("bad").unwrap_err().to_string().contains("`env`"));
}

/// Words of signs that mean something to a shell, and of anything else.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![r#"[ab#'"\\$`!^=,~%{}\[\]*?&|;<>() \t\n\r]{0,8}"#, any::<String>()]
}

proptest! {
    #[test]
    fn quoted_words_are_split_into_the_same_words(program in "[a-z#'\" ]{1,8}", arguments in prop::collection::vec(word(), 0..5)) {
        let words: Vec<String> = [program].into_iter().chain(arguments).collect();
        let line: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        let entrant = shipped().find(&format!("process:{}", line.join(" "))).unwrap();
        let EntrantKind::Process(program) = entrant.kind else { panic!("a program") };
        prop_assert_eq!(program.command, words);
    }

    #[test]
    fn a_quote_that_is_not_closed_is_refused(words in "[a-z# ]{0,8}", quote in "['\"]") {
        for spec in [format!("process:bot {words}{quote}{words}"), format!("process:bot {words}\\")] {
            prop_assert!(shipped().find(&spec).is_err(), "{}", spec);
        }
    }
}
