//! JSON, with comments and trailing commas.

use jsonc_parser::ast::Value as Ast;
use jsonc_parser::common::{Range, Ranged};
use jsonc_parser::{CollectOptions, CommentCollectionStrategy, ParseOptions, parse_to_ast};

use super::format::Unread;
use super::tree::{Content, Entries, Entry, Node, Scalar};
use crate::text::Span;

/// The tree of `text`.
pub(super) fn read(text: &str) -> Result<Node, Unread> {
    let collected = CollectOptions {
        comments: CommentCollectionStrategy::Off,
        tokens: false,
    };
    let options = ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let parsed = parse_to_ast(text, &collected, &options).map_err(|error| Unread {
        at: error.range().start,
        problem: error.kind().to_string(),
    })?;
    let value = parsed.value.ok_or_else(|| Unread {
        at: 0,
        problem: "there is no value".to_owned(),
    })?;
    Ok(node(&value))
}

fn span(range: &Range) -> Span {
    Span::of_len(range.start, range.end - range.start)
}

fn node(value: &Ast<'_>) -> Node {
    let content = match value {
        Ast::StringLit(text) => Content::Scalar(Scalar::Text(text.value.to_string())),
        Ast::NumberLit(number) => Content::Scalar(Scalar::Number(number.value.to_owned())),
        Ast::BooleanLit(truth) => Content::Scalar(Scalar::Bool(truth.value)),
        Ast::NullKeyword(_) => Content::Scalar(Scalar::Null),
        Ast::Object(object) => {
            Content::Map(entries(object.properties.iter().map(|property| Entry {
                name: property.name.as_str().to_owned(),
                span: span(&property.range),
                value: node(&property.value),
            })))
        }
        Ast::Array(array) => Content::List(entries(array.elements.iter().enumerate().map(
            |(at, element)| {
                let value = node(element);
                Entry {
                    name: at.to_string(),
                    span: value.span,
                    value,
                }
            },
        ))),
    };
    Node {
        span: span(&value.range()),
        content,
    }
}

fn entries(all: impl Iterator<Item = Entry>) -> Entries {
    Entries {
        all: all.collect(),
        ..Entries::default()
    }
}
