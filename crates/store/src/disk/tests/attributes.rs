//! Mode, owner, extended attributes, access lists, links and backups.

use std::ffi::CStr;
use std::fs::{self, File, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::time::{Duration, SystemTime};

use rustix::fs::{XattrFlags, fgetxattr, fsetxattr};

use super::world::{World, absent, commit, copied, mode, options, refused, text};
use crate::disk::Backup;
use crate::disk::notice::Notice;
use crate::disk::{CommitOptions, Disk, WriteMethod};
use crate::error::Fault;
use crate::snapshot::FileMode;

fn set_attribute(path: &Path, name: &CStr, value: &[u8]) {
    fsetxattr(File::open(path).unwrap(), name, value, XattrFlags::empty()).unwrap();
}

fn may_set(path: &Path, name: &CStr, value: &[u8]) -> bool {
    let file = File::open(path).unwrap();
    fsetxattr(file, name, value, XattrFlags::empty()).is_ok()
}

fn attribute(path: &Path, name: &CStr) -> Option<Vec<u8>> {
    let mut buffer = [0; 256];
    let len = fgetxattr(File::open(path).unwrap(), name, &mut buffer).ok()?;
    Some(buffer[..len].to_vec())
}

fn mode_of(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o7777
}

/// `user::rw-, user:1234:rw-, group::r--, mask::rw-, other::---` in the format of the kernel.
const ACL: [u8; 44] = [
    2, 0, 0, 0, // version
    1, 0, 6, 0, 255, 255, 255, 255, // owner
    2, 0, 6, 0, 210, 4, 0, 0, // user 1234
    4, 0, 4, 0, 255, 255, 255, 255, // group
    16, 0, 6, 0, 255, 255, 255, 255, // mask
    32, 0, 0, 0, 255, 255, 255, 255, // other
];

fn backed_up() -> CommitOptions {
    CommitOptions {
        backup: Some(Backup {
            suffix: ".bak".into(),
        }),
        ..options()
    }
}

#[test]
fn modes_are_kept() {
    let world = World::new();
    for (disk, bits) in [0o754, 0o600, 0o4755, 0o2711, 0o444]
        .into_iter()
        .flat_map(|bits| [(world.rooted(), bits), (later(world.rooted()), bits)])
    {
        let mut disk = disk;
        world.write("a", "old");
        fs::set_permissions(world.path("a"), Permissions::from_mode(bits)).unwrap();
        let plan = vec![text(&mut disk, "a", "new")];
        let committed = commit(&mut disk, plan, &options()).unwrap();
        assert_eq!(mode_of(&world.path("a")), bits);
        assert_eq!(committed.places[0].notices, []);
        fs::remove_file(world.path("a")).unwrap();
    }
}

#[test]
fn extended_attributes_and_access_lists_are_kept() {
    for delay in DELAYS {
        let world = World::with(&[("a", "old")]);
        let path = world.path("a");
        let note = "kept ".repeat(40);
        let mut expected = vec![
            (c"user.note", note.as_bytes()),
            (c"user.empty", b""),
            (c"system.posix_acl_access", &ACL),
        ];
        for (name, value) in &expected {
            set_attribute(&path, name, value);
        }
        // Only root can set this attribute.
        if may_set(&path, c"trusted.note", b"t") {
            expected.push((c"trusted.note", b"t"));
        }
        let before = mode_of(&path);
        let mut disk = delay(world.rooted());
        let plan = vec![
            text(&mut disk, "a", "new"),
            copied(&mut disk, "a", "b", Some("copy")),
        ];
        commit(&mut disk, plan, &options()).unwrap();
        for path in ["a", "b"].map(|name| world.path(name)) {
            for (name, value) in &expected {
                assert_eq!(attribute(&path, name).as_deref(), Some(*value), "{name:?}");
            }
            assert_eq!(mode_of(&path), before);
        }
    }
}

/// Labels are kept, but attributes that certify the old content are dropped. Needs root.
#[test]
fn labels_are_kept_and_certificates_are_not() {
    for delay in DELAYS {
        labels_are_kept_and_certificates_are_left_out(delay);
    }
}

fn labels_are_kept_and_certificates_are_left_out(delay: Delay) {
    let world = World::with(&[("a", "old")]);
    let path = world.path("a");
    // A capability, `cap_net_raw=ep`, in the format of the kernel.
    let mut capability = [0_u8; 20];
    capability[..8].copy_from_slice(&[1, 0, 0, 2, 0, 0x20, 0, 0]);
    let label: &[u8] = b"system_u:object_r:etc_t:s0\0";
    if !may_set(&path, c"security.selinux", label)
        || !may_set(&path, c"security.capability", &capability)
    {
        return;
    }
    let mut disk = delay(world.rooted());
    let plan = vec![text(&mut disk, "a", "new")];
    let committed = commit(&mut disk, plan, &options()).unwrap();
    let names = vec!["security.capability".to_owned()];
    let dropped = Notice::AttributesDropped(names);
    assert_eq!(committed.places[0].notices, [dropped]);
    assert_eq!(
        attribute(&path, c"security.selinux").as_deref(),
        Some(label)
    );
    assert_eq!(attribute(&path, c"security.capability"), None);
}

/// Attributes that were set after the file was read are copied, even if the file had no attributes then.
#[test]
fn attributes_set_after_reading_are_kept() {
    let world = World::with(&[("a", "old"), ("b", "old")]);
    let mut disk = later(world.rooted());
    let plan = vec![text(&mut disk, "a", "new"), text(&mut disk, "b", "new")];
    let path = world.path("a");
    set_attribute(&path, c"user.note", b"late");
    fs::set_permissions(&path, Permissions::from_mode(0o751)).unwrap();
    commit(&mut disk, plan, &options()).unwrap();
    assert_eq!(
        attribute(&path, c"user.note").as_deref(),
        Some(&b"late"[..])
    );
    assert_eq!(mode_of(&path), 0o751);
    assert_eq!(fs::read(&path).unwrap(), b"new");
}

/// A disk that was just opened, and one that seems to have been opened long after the last change of any file.
type Delay = fn(Disk) -> Disk;
const DELAYS: [Delay; 2] = [std::convert::identity, later];

/// `disk`, as if it had been opened an hour after the last change of any file.
fn later(mut disk: Disk) -> Disk {
    disk.opened = SystemTime::now() + Duration::from_secs(3600);
    disk
}

/// The default ACL of a directory applies to new files. A replaced file without an ACL stays without one, whether or
/// not it is opened again.
#[test]
fn a_default_access_list_is_for_new_files_only() {
    for delay in DELAYS {
        let world = World::with(&[("a", "old")]);
        default_access_list_is_for_new_files_only(&world, delay(world.rooted()));
    }
}

fn default_access_list_is_for_new_files_only(world: &World, mut disk: Disk) {
    fs::set_permissions(world.path("a"), Permissions::from_mode(0o640)).unwrap();
    let root = world.path("");
    set_attribute(&root, c"system.posix_acl_default", &ACL);
    let plan = vec![text(&mut disk, "a", "new"), text(&mut disk, "b", "new")];
    commit(&mut disk, plan, &options()).unwrap();
    assert_eq!(
        attribute(&world.path("a"), c"system.posix_acl_access"),
        None
    );
    assert_eq!(mode_of(&world.path("a")), 0o640);
    assert!(attribute(&world.path("b"), c"system.posix_acl_access").is_some());
}

#[test]
fn a_new_file_has_the_usual_mode_and_a_given_one_is_exact() {
    let world = World::new();
    world.write("usual", "");
    let mut disk = world.rooted();
    let mut given = text(&mut disk, "given", "");
    if let Some(new) = &mut given.after {
        new.mode = Some(FileMode::Exact(0o751));
    }
    let plan = vec![given, text(&mut disk, "d/new", "")];
    commit(&mut disk, plan, &options()).unwrap();
    assert_eq!(mode_of(&world.path("given")), 0o751);
    assert_eq!(mode_of(&world.path("d/new")), mode_of(&world.path("usual")));
}

#[test]
fn a_change_of_mode_keeps_the_inode() {
    let world = World::with(&[("a", "text")]);
    let inode = fs::metadata(world.path("a")).unwrap().ino();
    let mut disk = world.rooted();
    let plan = vec![mode(&mut disk, "a", 0o755)];
    commit(&mut disk, plan, &options()).unwrap();
    assert_eq!(mode_of(&world.path("a")), 0o755);
    assert_eq!(fs::metadata(world.path("a")).unwrap().ino(), inode);
}

#[test]
fn a_rename_keeps_the_inode_and_an_edited_one_the_attributes() {
    let world = World::with(&[("a", "A"), ("b", "B")]);
    let inode = fs::metadata(world.path("a")).unwrap().ino();
    set_attribute(&world.path("b"), c"user.note", b"b");
    let mut disk = world.rooted();
    let plan = vec![
        absent(&mut disk, "a"),
        copied(&mut disk, "a", "d/a2", None),
        absent(&mut disk, "b"),
        copied(&mut disk, "b", "b2", Some("BB")),
    ];
    commit(&mut disk, plan, &options()).unwrap();
    assert_eq!(world.tree(), ["b2: BB", "d/", "d/a2: A"]);
    assert_eq!(fs::metadata(world.path("d/a2")).unwrap().ino(), inode);
    assert_eq!(
        attribute(&world.path("b2"), c"user.note").as_deref(),
        Some(&b"b"[..])
    );
}

#[test]
fn two_files_swap_their_names() {
    let world = World::with(&[("a", "A"), ("b", "B")]);
    let mut disk = world.rooted();
    let plan = vec![
        copied(&mut disk, "a", "b", None),
        copied(&mut disk, "b", "a", None),
    ];
    commit(&mut disk, plan, &options()).unwrap();
    assert_eq!(world.tree(), ["a: B", "b: A"]);
}

#[test]
fn a_chain_of_renames_moves_every_text_one_on() {
    let world = World::with(&[("a", "A"), ("b", "B")]);
    let mut disk = world.rooted();
    let plan = vec![
        absent(&mut disk, "a"),
        copied(&mut disk, "a", "b", None),
        copied(&mut disk, "b", "c", None),
    ];
    commit(&mut disk, plan, &options()).unwrap();
    assert_eq!(world.tree(), ["b: A", "c: B"]);
}

#[test]
fn a_hard_link_is_split_off_and_said() {
    let world = World::with(&[("a", "old")]);
    fs::hard_link(world.path("a"), world.path("b")).unwrap();
    let mut disk = world.rooted();
    let plan = vec![text(&mut disk, "a", "new")];
    let committed = commit(&mut disk, plan, &options()).unwrap();
    assert_eq!(world.tree(), ["a: new", "b: old"]);
    assert_eq!(
        committed.places[0].notices,
        [Notice::HardLinkSplit { links: 2 }]
    );
}

#[test]
fn writing_in_place_changes_every_name_of_the_file() {
    let world = World::with(&[("a", "old and longer"), ("c", "C")]);
    fs::hard_link(world.path("a"), world.path("b")).unwrap();
    let inode = |name| fs::metadata(world.path(name)).unwrap().ino();
    let before = ["a", "c"].map(inode);
    let through = CommitOptions {
        writing: WriteMethod::InPlace,
        ..options()
    };
    let mut disk = world.rooted();
    let plan = vec![text(&mut disk, "a", "new"), text(&mut disk, "c", "CC")];
    let committed = commit(&mut disk, plan, &through).unwrap();
    assert_eq!(world.tree(), ["a: new", "b: new", "c: CC"]);
    for place in &committed.places {
        assert_eq!(place.notices, [Notice::InPlace]);
    }
    assert_eq!(["a", "c"].map(inode), before);
}

#[test]
fn one_file_is_not_written_through_two_of_its_names() {
    let world = World::with(&[("a", "old"), ("c", "C")]);
    fs::hard_link(world.path("a"), world.path("b")).unwrap();
    let through = CommitOptions {
        writing: WriteMethod::InPlace,
        ..options()
    };
    let mut disk = world.rooted();
    let plan = vec![
        text(&mut disk, "a", "new a"),
        text(&mut disk, "b", "new b"),
        text(&mut disk, "c", "CC"),
    ];
    let refusal = refused(commit(&mut disk, plan, &through));
    assert!(matches!(refusal.fault, Fault::TwoNames(_)), "{refusal:?}");
    assert_eq!(refusal.path.unwrap(), Path::new("b"));
    assert_eq!(world.tree(), ["a: old", "b: old", "c: C"]);
}

#[test]
fn a_backup_has_the_old_bytes_and_mode() {
    let world = World::with(&[("d/a", "old"), ("d/a.bak", "older")]);
    fs::set_permissions(world.path("d/a"), Permissions::from_mode(0o751)).unwrap();
    let mut disk = world.rooted();
    let plan = vec![
        text(&mut disk, "d/a", "new"),
        text(&mut disk, "b", "created"),
    ];
    let committed = commit(&mut disk, plan, &backed_up()).unwrap();
    assert_eq!(
        world.tree(),
        ["b: created", "d/", "d/a.bak: old", "d/a: new"]
    );
    assert_eq!(mode_of(&world.path("d/a.bak")), 0o751);
    let backups: Vec<_> = committed
        .places
        .iter()
        .filter_map(|place| place.backup.clone())
        .collect();
    assert_eq!(backups, [Path::new("d/a.bak")]);
}

#[test]
fn a_backup_replaces_only_a_regular_file() {
    let world = World::with(&[("a", "old"), ("b", "old"), ("precious", "kept")]);
    symlink("precious", world.path("a.bak")).unwrap();
    fs::create_dir(world.path("b.bak")).unwrap();
    let mut disk = world.rooted();
    let tree = world.tree();
    for name in ["a", "b"] {
        let plan = vec![text(&mut disk, name, "new")];
        let refusal = refused(commit(&mut disk, plan, &backed_up()));
        assert!(matches!(refusal.fault, Fault::NotAFile(_)), "{refusal:?}");
        assert_eq!(refusal.path.unwrap(), Path::new(&format!("{name}.bak")));
        assert_eq!(world.tree(), tree);
    }
}

#[test]
fn a_backup_never_hits_another_target() {
    let world = World::with(&[("a", "old"), ("a.bak", "old")]);
    let mut disk = world.rooted();
    let plan = vec![text(&mut disk, "a", "new"), text(&mut disk, "a.bak", "new")];
    let refusal = refused(commit(&mut disk, plan, &backed_up()));
    assert!(
        matches!(refusal.fault, Fault::BackupIsTarget),
        "{refusal:?}"
    );
    assert_eq!(world.tree(), ["a.bak: old", "a: old"]);
}
