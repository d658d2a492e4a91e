//! Texts and paths in JSON: a string if the bytes are UTF-8, otherwise `{"base64": "..."}`.
//!
//! Requests, reports, records and journals use the same representation. `#[serde(with = "crate::text::wire")]`
//! selects the representation for a [`Bytes`] field, and `with = "crate::text::wire::path"` for a path. Use
//! [`WireText`] elsewhere (options, lists, untagged enums).

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde::de::{self, Error as _, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// The only key in the object form.
const BASE64: &str = "base64";

/// Bytes with the JSON representation of this module.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct WireText(pub Bytes);

/// Serializes `bytes` as a string, or as `{"base64": "..."}` if they are not UTF-8.
///
/// # Errors
/// Errors of the serializer.
pub fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return serializer.serialize_str(text);
    }
    let mut map = serializer.serialize_map(Some(1))?;
    map.serialize_entry(BASE64, &STANDARD.encode(bytes))?;
    map.end()
}

/// Deserializes either form. UTF-8 text may also be given as base64.
///
/// # Errors
/// If the value has neither form, has another key, or is not standard base64 with padding.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Bytes, D::Error> {
    deserializer.deserialize_any(EitherForm)
}

#[cfg(feature = "schemars")]
impl schemars::JsonSchema for WireText {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Text".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "Text: a string if it is UTF-8, otherwise an object with the bytes in Base64.",
            "anyOf": [
                { "type": "string" },
                {
                    "type": "object",
                    "properties": { "base64": { "type": "string" } },
                    "required": ["base64"],
                    "additionalProperties": false
                }
            ]
        })
    }
}

impl Serialize for WireText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(&self.0, serializer)
    }
}

impl<'de> Deserialize<'de> for WireText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize(deserializer).map(Self)
    }
}

struct EitherForm;

impl<'de> Visitor<'de> for EitherForm {
    type Value = Bytes;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(r#"a string or {"base64": "..."}"#)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Bytes, E> {
        Ok(Bytes::copy_from_slice(text.as_bytes()))
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<Bytes, E> {
        Ok(text.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Bytes, A::Error> {
        let Some(key) = map.next_key::<String>()? else {
            return Err(de::Error::missing_field(BASE64));
        };
        check_key::<A::Error>(&key)?;
        let digits: String = map.next_value()?;
        if let Some(key) = map.next_key::<String>()? {
            check_key::<A::Error>(&key)?;
            return Err(de::Error::duplicate_field(BASE64));
        }
        match STANDARD.decode(digits) {
            Ok(bytes) => Ok(bytes.into()),
            Err(error) => Err(de::Error::custom(format_args!("not base64: {error}"))),
        }
    }
}

/// Checks that `key` is the key of the object form.
fn check_key<E: de::Error>(key: &str) -> Result<(), E> {
    if key == BASE64 {
        return Ok(());
    }
    Err(de::Error::unknown_field(key, &[BASE64]))
}

/// A JSON value without duplicate fields.
#[derive(Clone, Debug, PartialEq)]
pub struct Unique(pub Value);

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(UniqueVisitor).map(Self)
    }
}

struct UniqueVisitor;

impl<'de> Visitor<'de> for UniqueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Unique(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(list.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut object = serde_json::Map::new();
        while let Some((name, Unique(value))) = fields.next_entry::<String, _>()? {
            if object.contains_key(&name) {
                return Err(A::Error::custom(format_args!("duplicate field `{name}`")));
            }
            object.insert(name, value);
        }
        Ok(object.into())
    }
}

/// Paths in JSON, with `/` between components.
pub mod path {
    use std::ffi::OsString;
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    use std::path::{Path, PathBuf};

    use bytes::Bytes;
    use serde::de::{Deserializer, Error};
    use serde::ser::Serializer;

    /// Serializes `path` as text; see [`super::serialize`].
    ///
    /// # Errors
    /// Errors of the serializer.
    pub fn serialize<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
        super::serialize(path.as_os_str().as_bytes(), serializer)
    }

    /// Deserializes a path.
    ///
    /// # Errors
    /// If the value is not a text, is empty, or contains a NUL byte.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PathBuf, D::Error> {
        from_bytes(super::deserialize(deserializer)?).map_err(D::Error::custom)
    }

    fn from_bytes(name: Bytes) -> Result<PathBuf, &'static str> {
        if name.is_empty() {
            return Err("a path is never empty");
        }
        if name.contains(&0) {
            return Err("a path never has a NUL byte");
        }
        Ok(OsString::from_vec(name.into()).into())
    }

    /// Lists of paths.
    pub mod list {
        use std::path::PathBuf;

        use serde::de::{Deserialize, Deserializer, Error};
        use serde::ser::Serializer;

        use crate::text::wire::WireText;

        /// Serializes the paths.
        ///
        /// # Errors
        /// Errors of the serializer.
        pub fn serialize<S: Serializer>(
            paths: &[PathBuf],
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            #[derive(serde::Serialize)]
            struct Wire<'a>(#[serde(with = "super")] &'a std::path::Path);
            serializer.collect_seq(paths.iter().map(|path| Wire(path)))
        }

        /// Deserializes the paths.
        ///
        /// # Errors
        /// If a value is not a valid path.
        pub fn deserialize<'de, D: Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Vec<PathBuf>, D::Error> {
            let mut paths = Vec::new();
            for WireText(name) in Vec::<WireText>::deserialize(deserializer)? {
                paths.push(super::from_bytes(name).map_err(D::Error::custom)?);
            }
            Ok(paths)
        }
    }

    /// Paths that may be absent (`null`).
    pub mod optional {
        use std::path::{Path, PathBuf};

        use serde::de::{Deserialize, Deserializer, Error};
        use serde::ser::{Serialize, Serializer};

        use crate::text::wire::WireText;

        /// Serializes the path or `null`.
        ///
        /// # Errors
        /// Errors of the serializer.
        pub fn serialize<S: Serializer>(
            path: &Option<impl AsRef<Path>>,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            match path {
                None => None::<WireText>.serialize(serializer),
                Some(path) => super::serialize(path.as_ref(), serializer),
            }
        }

        /// Deserializes a path or `null`.
        ///
        /// # Errors
        /// If the value is neither `null` nor a valid path.
        pub fn deserialize<'de, D: Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Option<PathBuf>, D::Error> {
            match Option::<WireText>::deserialize(deserializer)? {
                Some(WireText(name)) => super::from_bytes(name).map(Some).map_err(D::Error::custom),
                None => Ok(None),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::path::{Path, PathBuf};

    use bytes::Bytes;
    use serde::{Deserialize, Serialize};

    use super::WireText;

    fn json(bytes: &'static [u8]) -> String {
        serde_json::to_string(&WireText(Bytes::from_static(bytes))).unwrap()
    }

    fn text(json: &str) -> Result<WireText, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }

    #[test]
    fn bytes_round_trip_in_both_forms() {
        assert_eq!(json(b"a\"\n"), r#""a\"\n""#);
        assert_eq!(json(b"\xff\x00"), r#"{"base64":"/wA="}"#);
        for bytes in [
            &b""[..],
            b"a\r\n\0",
            "\u{fffd}\u{1f600}".as_bytes(),
            b"\x80",
            b"\xed\xa0\x80",
        ] {
            assert_eq!(text(&json(bytes)).unwrap().0, bytes);
        }
    }

    #[test]
    fn utf8_may_be_given_as_base64() {
        assert_eq!(text(r#"{"base64":"YQ=="}"#).unwrap().0, "a");
    }

    #[test]
    fn anything_else_is_refused_with_a_reason() {
        for (json, reason) in [
            ("1", "expected a string or"),
            ("[97]", "expected a string or"),
            ("null", "expected a string or"),
            ("{}", "missing field `base64`"),
            (r#"{"text":"a"}"#, "unknown field `text`, expected `base64`"),
            (r#"{"base64":"YQ==","more":1}"#, "unknown field `more`"),
            (r#"{"base64":"YQ==","base64":"YQ=="}"#, "duplicate field"),
            (r#"{"base64":"YQ"}"#, "not base64"),
            (r#"{"base64":"Y Q=="}"#, "not base64"),
            (r#"{"base64":97}"#, "invalid type"),
        ] {
            let error = text(json).unwrap_err();
            assert!(error.contains(reason), "{json}: {error}");
        }
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Paths {
        #[serde(with = "super::path")]
        path: PathBuf,
        #[serde(with = "super::path::optional")]
        from: Option<PathBuf>,
    }

    #[test]
    fn paths_with_any_bytes_round_trip() {
        let odd = Path::new(OsStr::from_bytes(b"d/\xff"));
        for from in [None, Some("a/b".into()), Some(odd.into())] {
            let path = odd.to_owned();
            let paths = Paths { path, from };
            let json = serde_json::to_string(&paths).unwrap();
            assert_eq!(serde_json::from_str::<Paths>(&json).unwrap(), paths);
        }
    }

    #[test]
    fn impossible_paths_are_refused() {
        for json in [
            r#"{"path":"","from":null}"#,
            r#"{"path":"a\u0000b","from":null}"#,
            r#"{"path":"a","from":""}"#,
            r#"{"path":null,"from":null}"#,
        ] {
            assert!(serde_json::from_str::<Paths>(json).is_err(), "{json}");
        }
    }
}
