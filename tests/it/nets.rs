//! Nets as parameters: found by name, checked when they are read, and part of what a run is.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use karteneck::bots::BotHost;
use karteneck::encoding::{ActionCode, observe, write_floats};
use karteneck::entrants::entrant_record;
use karteneck::game::{Cards, Game, Players};
use karteneck::strategies::nets::{Net, NetFile, NetKind, value_chances, value_inputs};
use tempfile::TempDir;

use crate::cli::karteneck_in;
use crate::support::{middle, seat, shipped, stream};

/// A net for two and three players with some weights.
pub fn net(kind: NetKind, seed: u64) -> NetFile {
    let mut stream = stream(seed);
    let mut weights =
        || (0..kind.weights()).map(|_| (stream.below(2001) as f32 - 1000.0) / 20_000.0).collect::<Vec<f32>>();
    let provenance = BTreeMap::from([("by".to_owned(), "a test".to_owned())]);
    NetFile::new(kind, provenance).with(Players::ALL[0], &weights()).with(Players::ALL[1], &weights())
}

fn write(folder: &Path, name: &str, file: &NetFile) -> String {
    let path = folder.join(name);
    fs::write(&path, file.to_text()).unwrap();
    path.to_str().unwrap().to_owned()
}

/// A random game at the first beginning of a round after `rounds` rounds.
fn beginning(count: usize, seed: u64, rounds: usize) -> Game {
    (0..400).map(|moves| middle(count, seed, moves)).find(|game| game.table().round() > rounds).unwrap()
}

#[test]
fn chances_are_those_of_a_softmax_and_do_not_depend_on_where_one_sits() {
    let net = Net::new("some", &net(NetKind::Value, 3));
    for (count, rounds) in [(2, 1), (2, 5), (3, 2), (3, 7)] {
        let game = beginning(count, 4, rounds);
        let network = net.value(game.table().players()).unwrap();
        let chances = value_chances(network, &game);
        let sum: f32 = chances.iter().sum();
        assert!((sum - 1.0).abs() < 1e-5 && chances.iter().take(count).all(|chance| chance > 0.0), "{chances:?}");
        let inputs = value_inputs(&game);
        let outputs: Vec<f32> = (0..count).map(|index| network.output(&inputs[seat(index)])).collect();
        for one in 0..count {
            for other in 0..count {
                let odds = chances[seat(one)].ln() - chances[seat(other)].ln();
                assert!((odds - (outputs[one] - outputs[other])).abs() < 1e-3);
            }
        }
    }
    assert!(net.value(Players::ALL[2]).is_none() && net.policy(Players::ALL[0]).is_none());
}

#[test]
fn inputs_are_small_numbers_that_say_what_they_should() {
    for count in 2..=6 {
        let game = beginning(count, 9, 2);
        let inputs = value_inputs(&game);
        for seat in game.table().players().seats() {
            let row = inputs[seat];
            assert!(row.iter().all(|input| input.abs() < 1000));
            let hand: Cards = game.hand(seat);
            assert_eq!((row[6] as u32, row[7] as u32), (hand.len(), hand.total()));
            assert_eq!(row[9] as u16, game.table().worms(seat));
            let unseen = game.table().unseen_portions().iter();
            let worms = unseen.map(|portion| u32::from(game.table().edition().worms(portion))).sum::<u32>();
            assert_eq!(row[79] as u32, worms);
            // For two the leader is the only other seat.
            assert_eq!(row[40..60].iter().all(|&input| input == 0), count == 2);
        }
    }
}

#[test]
fn a_run_with_another_net_is_another_run() {
    let home = TempDir::new().unwrap();
    write(home.path(), "mine.net", &net(NetKind::Value, 1));
    let spec = "tree:iterations=8,value=mine.net";
    let play = ["match", spec, "greedy", "--blocks", "3", "--seed", "5", "--out", "run", "--quiet"];
    let answer = karteneck_in(home.path(), &play);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    let manifest = fs::read_to_string(home.path().join("run/manifest.json")).unwrap();
    assert!(manifest.contains(net(NetKind::Value, 1).hash()), "{manifest}");
    assert_eq!(karteneck_in(home.path(), &["verify", "run"]).code, 0);
    write(home.path(), "mine.net", &net(NetKind::Value, 2));
    for command in [&["verify", "run"][..], &["match", "--resume", "run"]] {
        let answer = karteneck_in(home.path(), command);
        assert_ne!(answer.code, 0, "{command:?}");
        assert!(answer.stderr.contains("`mine.net` of parameter `value` is not the one"), "{}", answer.stderr);
    }
    fs::remove_file(home.path().join("mine.net")).unwrap();
    let answer = karteneck_in(home.path(), &["verify", "run"]);
    assert!(answer.code != 0 && answer.stderr.contains("mine.net cannot be read"), "{}", answer.stderr);
}

#[test]
fn nets_change_how_a_tree_plays_and_are_written_with_it() {
    let home = TempDir::new().unwrap();
    let (value, policy) = (net(NetKind::Value, 1), net(NetKind::Policy, 1));
    let [value, policy] = [write(home.path(), "v.net", &value), write(home.path(), "p.net", &policy)];
    let spec = format!("tree:iterations=30,value={value},prior={policy}");
    let entrant = shipped().find(&spec).unwrap();
    assert_eq!(entrant.name, spec);
    let record = entrant_record(&entrant);
    assert_eq!(shipped().recall(&record).unwrap(), entrant);
    let mut damaged = serde_json::to_value(&record).unwrap();
    damaged["nets"]["value"] = "0".into();
    let error = shipped().recall(&serde_json::from_value(damaged.clone()).unwrap()).unwrap_err();
    assert!(error.contains("v.net"), "{error}");
    damaged["nets"].as_object_mut().unwrap().remove("value");
    assert!(shipped().recall(&serde_json::from_value(damaged).unwrap()).is_err(), "a net without its hash");
    // A file names a net next to it.
    fs::write(home.path().join("mine.toml"), "family = \"tree\"\n[parameters]\nvalue = \"v.net\"\n").unwrap();
    let from_file = shipped().find(home.path().join("mine.toml").to_str().unwrap()).unwrap();
    assert!(entrant_record(&from_file) != entrant_record(&shipped().find("tree").unwrap()));
    let text = from_file.to_toml();
    assert!(text.contains(&format!("value = \"{value}\"")), "{text}");
    fs::write(home.path().join("again.toml"), text).unwrap();
    let again = shipped().find(home.path().join("again.toml").to_str().unwrap()).unwrap();
    assert_eq!(again.kind, from_file.kind);
}

#[test]
fn a_share_of_playouts_counts_at_tables_of_four_and_more() {
    let home = TempDir::new().unwrap();
    let all = Players::ALL.iter().fold(net(NetKind::Position, 1), |all, &players| {
        let mut stream = stream(players.count() as u64);
        let weight = |_| (stream.below(2001) as f32 - 1000.0) / 20_000.0;
        all.with(players, &(0..NetKind::Position.weights()).map(weight).collect::<Vec<f32>>())
    });
    let file = write(home.path(), "p.net", &all);
    // What is preferred in the middle of some games.
    let preferences = |count: usize, parameters: &str| -> Vec<Vec<_>> {
        let entrant = shipped().find(&format!("tree:iterations=40{parameters}")).unwrap();
        let mut player = entrant.strategy(&BotHost::default());
        let decide = |seed: u64| {
            let game = middle(count, seed, 4 + seed as usize);
            player.decide(&game.view(game.table().turn()), &mut stream(seed)).unwrap();
            player.preferences().to_vec()
        };
        (0..24).map(decide).collect()
    };
    for count in 2..=6 {
        let judged = |share: &str| preferences(count, &format!(",position={file},playout_share={share}"));
        let (net_alone, half, playouts) = (judged("0"), judged("0.5"), judged("1"));
        if count < 4 {
            assert!(net_alone == half && half == playouts, "{count} players: the net alone");
        } else {
            assert!(net_alone != half && half != playouts, "{count} players");
            assert_eq!(playouts, preferences(count, ""), "{count} players: nothing but playouts");
        }
    }
}

#[test]
fn what_is_not_a_net_is_refused_with_the_reason() {
    let home = TempDir::new().unwrap();
    let policy = write(home.path(), "p.net", &net(NetKind::Policy, 1));
    fs::write(home.path().join("text.net"), "hello").unwrap();
    fs::create_dir(home.path().join("folder.net")).unwrap();
    let at = |name: &str| home.path().join(name).to_str().unwrap().to_owned();
    for (name, reason) in [
        (policy, "is a policy net; expected a value net"),
        (at("none.net"), "cannot be read"),
        (at("text.net"), "is not a net"),
        (at("folder.net"), "not a regular file"),
        ("/dev/zero".to_owned(), "give the path of a .net file"),
        ("forcast".to_owned(), "there is no net `forcast`"),
    ] {
        let error = shipped().find(&format!("tree:value={name}")).unwrap_err().to_string();
        assert!(error.contains(reason) && error.contains("parameter `value`"), "{error}");
    }
}

#[test]
fn every_shipped_net_can_be_read() {
    assert!(karteneck::strategies::nets::shipped_nets().count() > 0);
    for name in karteneck::strategies::nets::shipped_nets() {
        assert!(karteneck::strategies::nets::shipped_net(name).is_some_and(|net| net.name() == name));
    }
}

/// A network over the encodings with a few units, for two players.
fn score_net(units: usize, seed: u64) -> NetFile {
    let mut stream = stream(seed);
    let count = units * (289 + 1 + 412) + 412;
    let weights: Vec<f32> = (0..count).map(|_| (stream.below(2001) as f32 - 1000.0) / 1000.0).collect();
    NetFile::new(NetKind::Score, BTreeMap::new()).with(Players::ALL[0], &weights)
}

#[test]
fn a_score_net_plays_its_highest_score() {
    let file = score_net(5, 2);
    assert_eq!(NetFile::parse(&file.to_text()), Ok(file.clone()));
    let weights = file.weights(Players::ALL[0]).unwrap();
    let net = Net::new("some", &file);
    let network = net.actions(Players::ALL[0]).unwrap();
    for moves in 0..60 {
        let game = middle(2, 8, moves);
        let view = game.view(game.table().turn());
        let (mut bytes, mut inputs) = (vec![0; 289], vec![0.0; 289]);
        observe(&view, &mut bytes);
        write_floats(&bytes, &mut inputs);
        let unit = |unit: usize| {
            let sum: f64 =
                inputs.iter().enumerate().map(|(i, &x)| f64::from(x) * f64::from(weights[i * 5 + unit])).sum();
            (sum + f64::from(weights[289 * 5 + unit])).max(0.0)
        };
        let score = |action: usize| {
            let row = |unit: usize| f64::from(weights[290 * 5 + unit * 412 + action]);
            (0..5).map(|u| unit(u) * row(u)).sum::<f64>() + f64::from(weights[702 * 5 + action])
        };
        let choices = view.choices();
        let scored = choices.iter().map(|mv| (score(ActionCode::of(mv).unwrap().index()), mv));
        let best = scored.max_by(|one, other| one.0.total_cmp(&other.0)).unwrap();
        assert_eq!(network.choose(&view), best.1);
    }
    assert!(net.actions(Players::ALL[1]).is_none() && net.value(Players::ALL[0]).is_none());
}

#[test]
fn a_score_net_is_an_entrant_and_other_nets_are_not() {
    let home = TempDir::new().unwrap();
    write(home.path(), "mine.net", &score_net(3, 1));
    write(home.path(), "value.net", &net(NetKind::Value, 1));
    let run = |policy: &str, out: &str| {
        let spec = format!("net:policy={policy}");
        karteneck_in(home.path(), &["match", &spec, "greedy", "--blocks", "5", "--quiet", "--out", out])
    };
    assert_eq!(run("mine.net", "first").code, 0);
    let manifest = fs::read_to_string(home.path().join("first/manifest.json")).unwrap();
    assert!(manifest.contains(score_net(3, 1).hash()), "{manifest}");
    let refused = run("value.net", "second").stderr;
    assert!(refused.contains("`value.net` is a value net; expected a score net"), "{refused}");
}

#[test]
fn a_score_net_needs_as_many_weights_as_its_units() {
    let text = score_net(1, 1).to_text();
    let problem = NetFile::parse(&text.replacen("\"weights\": [\n", "\"weights\": [\n1,", 1)).unwrap_err();
    assert!(problem.contains("702 for each of up to 512 units, and 412"), "{problem}");
}
