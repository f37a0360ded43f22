//! The checks of the laboratory itself: they are fast whatever is shipped, and manifests carry what they compare with.

use karteneck::arena::Pairing;
use karteneck::entrants::{Catalogue, EntrantKind};
use karteneck::game::{DealKey, Edition, Game, Move, Players};
use karteneck::runs::{FINGERPRINT, Manifest};
use karteneck::selfcheck::{Model, Overheard};
use karteneck::strategies::{FAMILIES, Value};

use crate::support::shipped;

#[test]
fn every_search_declares_what_buys_strength_with_time() {
    for name in Catalogue::shipped_names() {
        let entrant = shipped().find(name).unwrap().at_low_effort();
        let EntrantKind::Family { family, values } = &entrant.kind else { panic!("{name} is a program") };
        let effort = (family.effort)(values);
        assert!(effort <= 100, "{name} still takes {effort} times as long as a rule of thumb");
    }
    for family in FAMILIES {
        if let Some(name) = family.effort_parameter {
            let index = family.position(name).unwrap();
            assert!(family.parameters[index].domain.is_fixed(), "{name} of {family:?} is nothing to tune");
        }
    }
}

#[test]
fn low_effort_changes_the_effort_and_nothing_else() {
    let entrant = shipped().find("monte-carlo:rollouts=400,caution=0.7").unwrap();
    let low = entrant.clone().at_low_effort();
    assert_eq!(low.name, entrant.name);
    for ((parameter, before), (_, after)) in entrant.parameters().into_iter().zip(low.parameters()) {
        let expected = if parameter.name == "rollouts" { Value::Whole(10) } else { before };
        assert_eq!(after, expected, "{}", parameter.name);
    }
    let quick = shipped().find("monte-carlo:rollouts=3").unwrap();
    assert_eq!(quick.clone().at_low_effort(), quick, "what is low stays as it is");
}

#[test]
fn a_manifest_carries_the_fingerprint_of_its_version_and_old_ones_are_read_without() {
    let plan = crate::runs::plan(&["random", "greedy"], &[2], Pairing::Fixed, 1);
    let manifest = Manifest::new(plan);
    assert_eq!(manifest.fingerprint, FINGERPRINT);
    let (text, read) = (manifest.to_text(), |text: &str| Manifest::read(text, &shipped(), None).unwrap());
    assert_eq!(read(&text), manifest);
    let line = format!("  \"fingerprint\": \"{FINGERPRINT}\",\n");
    let old = read(&text.replace(&line, ""));
    assert_eq!((old.fingerprint.as_str(), old.plan.hash()), ("", manifest.plan.hash()), "no part of the plan");
}

#[test]
fn the_model_notices_a_game_that_went_another_way() {
    let (players, key) = (Players::ALL[1], DealKey::new(4, 0));
    let mut luck = Overheard::new(key.deal(players));
    let first = key.first_seat(players);
    let mut game = Game::start(players, first, Edition::default(), &mut luck);
    let (model, _) = Model::start(3, first.index(), &mut luck.take()).unwrap();
    game.play(Move::Pass, &mut luck);
    let heard = luck.take();
    // The wrong game, one number too few, one too many.
    assert!(model.compare(&game).is_err());
    let mut few = heard.clone();
    few.pop_back();
    assert!(model.clone().play(Move::Pass, &mut few).is_err());
    let mut many = heard.clone();
    many.extend(heard.iter().copied());
    assert!(model.clone().play(Move::Pass, &mut many).is_err());
    let mut right = model.clone();
    right.play(Move::Pass, &mut heard.clone()).unwrap();
    assert_eq!(right.compare(&game), Ok(()));
    // A problem says where, what was expected and what was found.
    let broken = model.compare(&game).unwrap_err().to_string();
    assert!(broken.contains("expected") && broken.contains("got"), "{broken}");
}
