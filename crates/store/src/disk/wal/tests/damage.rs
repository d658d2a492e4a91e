//! Damaged logs, and logs that this program did not write.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use proptest::prelude::*;

use super::crash::Place;
use crate::disk::stage::name_marks::has_reserved_format;
use crate::disk::wal::record::{
    Damaged, DirectoryNote, LoggedName, LoggedPut, LoggedRemoval, LoggedStep, Mark, TransactionLog,
    decode, encode,
};
use crate::disk::wal::{LogPlaces, recover_all};
use crate::disk::{Disk, Interrupt, Reach};
use crate::error::Fault;

const OWN: &str = ".incise-0123456789abcdef0123456789abcdef";

fn mark(inode: u64) -> Mark {
    Mark {
        inode,
        len: 3,
        modified: (-1, 999_999_999),
    }
}

fn target(parents: &str, name: &str) -> LoggedName {
    LoggedName {
        directory: 0,
        parents: Some(PathBuf::from(parents)).filter(|_| !parents.is_empty()),
        name: name.into(),
    }
}

fn log(at: LoggedName) -> TransactionLog {
    TransactionLog {
        directories: vec![DirectoryNote {
            path: "/w/a\nb".into(),
            inode: 7,
        }],
        operations: vec![
            LoggedStep::Put(LoggedPut {
                instead_of: None,
                at: at.clone(),
                temp: OWN.into(),
                new: mark(1),
                old: None,
                kept: format!("{OWN}~").into(),
            }),
            LoggedStep::Removal(LoggedRemoval {
                at,
                old: mark(2),
                kept: format!("{OWN}~").into(),
            }),
        ],
    }
}

#[test]
fn any_name_survives_the_log() {
    use std::os::unix::ffi::OsStringExt;
    let odd = std::ffi::OsString::from_vec(b"tab\t newline\n quote\" \xff".to_vec());
    let mut at = target("new/deeper", "x");
    at.name = odd.into();
    let log = log(at);
    assert_eq!(decode(&encode(&log).unwrap()), Ok(log));
}

#[test]
fn names_that_lead_elsewhere_are_not_sound() {
    for (parents, name) in [
        ("", ".."),
        ("", "a/b"),
        ("", "/etc/passwd"),
        ("..", "a"),
        ("a/../..", "b"),
        ("/etc", "a"),
    ] {
        let bytes = encode(&log(target(parents, name))).unwrap();
        assert_eq!(decode(&bytes), Err(Damaged), "{parents} {name}");
    }
    let mut elsewhere = log(target("", "a"));
    if let LoggedStep::Put(put) = &mut elsewhere.operations[0] {
        put.temp = "precious".into();
    }
    assert_eq!(decode(&encode(&elsewhere).unwrap()), Err(Damaged));
}

#[test]
fn own_names_are_known_from_others() {
    let print = "=0123456789abcdef";
    for name in [
        OWN,
        &format!("{OWN}.rs"),
        &format!("{OWN}~"),
        &format!("{OWN}~{print}"),
        &format!("{OWN}.rs{print}{print}"),
    ] {
        assert!(has_reserved_format(name.as_ref()), "{name}");
    }
    for name in [
        ".incise-",
        ".incise-pending",
        ".incise-notes.md",
        "x",
        &OWN[..39],
        &format!("{OWN}0"),
        &format!("{OWN}="),
        &format!("{OWN}{print}0"),
    ] {
        assert!(!has_reserved_format(name.as_ref()), "{name}");
    }
}

proptest! {
    /// A log with a changed byte or a missing end is never accepted.
    #[test]
    fn damage_is_found(at: prop::sample::Index, change in 1_u8.., cut: prop::sample::Index) {
        let whole = encode(&log(target("new", "x"))).unwrap();
        let mut bytes = whole.clone();
        let at = at.index(bytes.len());
        bytes[at] ^= change;
        prop_assert_eq!(decode(&bytes), Err(Damaged));
        prop_assert_eq!(decode(&whole[..cut.index(whole.len())]), Err(Damaged));
    }
}

#[test]
fn a_damaged_log_is_reported_and_nothing_touched() {
    let place = Place::new();
    place.die_after(2);
    let logs = place.state.path().join("incise/txn");
    let path = fs::read_dir(logs).unwrap().next().unwrap().unwrap().path();
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let before = place.world.tree();
    let roots = [place.world.path("")];
    let recovery = recover_all(
        &place.places(),
        &roots,
        Duration::ZERO,
        &Interrupt::default(),
    );
    assert!(matches!(
        recovery.refusals[0].fault,
        Fault::RecoveryPending { .. }
    ));
    assert_eq!(place.world.tree(), before);
    bytes[middle] ^= 1;
    fs::write(&path, &bytes).unwrap();
    place.recover();
}

/// Damage that can happen to a log on disk.
#[derive(Clone, Debug)]
enum Harm {
    /// Flipped bits: the position, and the number of the bit.
    Flips(Vec<(prop::sample::Index, u8)>),
    /// A truncated end.
    Cut(prop::sample::Index),
    /// Extra bytes at the end.
    More(Vec<u8>),
    /// A line that is missing or duplicated.
    LineGone(prop::sample::Index),
    LineTwice(prop::sample::Index),
    /// A block of zeros, as after a power cut.
    Zeros(prop::sample::Index),
}

fn harm() -> impl Strategy<Value = Harm> {
    let index = any::<prop::sample::Index>;
    prop_oneof![
        prop::collection::vec((index(), 0_u8..8), 1..4).prop_map(Harm::Flips),
        index().prop_map(Harm::Cut),
        prop::collection::vec(any::<u8>(), 1..40).prop_map(Harm::More),
        index().prop_map(Harm::LineGone),
        index().prop_map(Harm::LineTwice),
        index().prop_map(Harm::Zeros),
    ]
}

impl Harm {
    fn done_to(&self, whole: &[u8]) -> Vec<u8> {
        let lines = || whole.split_inclusive(|&byte| byte == b'\n');
        let chosen = |index: &prop::sample::Index| index.index(lines().count());
        let mut bytes = whole.to_vec();
        match self {
            Self::Flips(flips) => {
                for (at, bit) in flips {
                    bytes[at.index(whole.len())] ^= 1 << bit;
                }
            }
            Self::Cut(at) => bytes.truncate(at.index(whole.len())),
            Self::More(more) => bytes.extend(more),
            Self::LineGone(at) => {
                let gone = chosen(at);
                let left = lines().enumerate().filter(|(number, _)| *number != gone);
                bytes = left.flat_map(|(_, line)| line.to_vec()).collect();
            }
            Self::LineTwice(at) => {
                let twice = chosen(at);
                let repeated = |(number, line): (usize, &[u8])| {
                    line.repeat(if number == twice { 2 } else { 1 })
                };
                bytes = lines().enumerate().flat_map(repeated).collect();
            }
            Self::Zeros(at) => bytes[at.index(whole.len())..].fill(0),
        }
        bytes
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A damaged log changes nothing, however it is damaged. When it is repaired, it is recovered.
    #[test]
    fn no_damaged_log_is_acted_on(steps in 0..=7_usize, harm in harm()) {
        let place = Place::new();
        place.die_after(steps);
        let logs = place.state.path().join("incise/txn");
        let path = fs::read_dir(logs).unwrap().next().unwrap().unwrap().path();
        let whole = fs::read(&path).unwrap();
        let bytes = harm.done_to(&whole);
        prop_assume!(bytes != whole);
        fs::write(&path, bytes).unwrap();
        let before = place.world.tree();
        let roots = [place.world.path("")];
        let none = Duration::ZERO;
        let recovery = recover_all(&place.places(), &roots, none, &Interrupt::default());
        prop_assert_eq!(recovery.refusals.len(), 1);
        let is_pending = matches!(recovery.refusals[0].fault, Fault::RecoveryPending { .. });
        prop_assert!(is_pending);
        prop_assert!(recovery.recovered.is_empty() && recovery.swept.is_empty());
        prop_assert_eq!(place.world.tree(), before.clone());
        let mut disk = place.world.rooted();
        disk.locate("a".as_ref()).unwrap();
        for pending in disk.pending(&place.places()).unwrap() {
            prop_assert!(Disk::recover(&pending, &place.options()).is_err());
        }
        prop_assert_eq!(place.world.tree(), before);
        fs::write(&path, whole).unwrap();
        place.recover();
    }
}

/// A repository contains a log that names files outside. `incise recover` does not follow it either.
#[test]
fn a_crafted_log_moves_nothing_outside() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let place = Place::new();
    let outside = tempfile::tempdir().unwrap();
    let victim = outside.path().join("victim");
    fs::write(&victim, "abc").unwrap();
    let facts = fs::metadata(&victim).unwrap();
    let crafted = TransactionLog {
        directories: vec![DirectoryNote {
            path: outside.path().to_owned(),
            inode: fs::metadata(outside.path()).unwrap().ino(),
        }],
        operations: vec![LoggedStep::Removal(LoggedRemoval {
            at: target("", "victim"),
            old: Mark {
                inode: facts.ino(),
                len: 3,
                modified: (facts.mtime(), u32::try_from(facts.mtime_nsec()).unwrap()),
            },
            kept: format!("{OWN}~").into(),
        })],
    };
    let home = place.world.path(".incise");
    fs::create_dir(&home).unwrap();
    fs::set_permissions(&home, PermissionsExt::from_mode(0o700)).unwrap();
    fs::write(home.join("0.wal"), encode(&crafted).unwrap()).unwrap();
    let places = LogPlaces {
        state: None,
        workspace: place.world.path(""),
    };
    let mut disk = Disk::open(&place.world.path(""), Reach::Anywhere).unwrap();
    disk.locate("a".as_ref()).unwrap();
    assert!(disk.pending(&places).unwrap().is_empty());
    recover_all(&places, &[], Duration::ZERO, &Interrupt::default());
    assert_eq!(fs::read(&victim).unwrap(), b"abc");
}
