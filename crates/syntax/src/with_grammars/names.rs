//! The names in a text: where they are bound, and where they are used.
//!
//! The scopes are the definitions of the text, and the file. A block or a lambda is not a scope: its names belong to
//! the enclosing definition. Suffixes of node kinds distinguish bindings from uses, so most languages need no table.

use std::cmp::Reverse;

use tree_sitter::{Node, Tree, TreeCursor};

use super::language::Language;
use crate::definition::Definition;
use crate::name::{Binding, NameUse, Names};
use incise_text::text::Span;

/// The public types of `java.lang`, which every Java file imports.
const JAVA_LANG: &str = "AbstractMethodError Appendable ArithmeticException ArrayIndexOutOfBoundsException ArrayStoreException \
    AssertionError AutoCloseable Boolean BootstrapMethodError Byte CharSequence Character Class ClassCastException \
    ClassCircularityError ClassFormatError ClassLoader ClassNotFoundException ClassValue CloneNotSupportedException \
    Cloneable Comparable Deprecated Double Enum EnumConstantNotPresentException Error Exception \
    ExceptionInInitializerError Float FunctionalInterface IO IllegalAccessError IllegalAccessException \
    IllegalArgumentException IllegalCallerException IllegalMonitorStateException IllegalStateException \
    IllegalThreadStateException IncompatibleClassChangeError IndexOutOfBoundsException InheritableThreadLocal \
    InstantiationError InstantiationException Integer InternalError InterruptedException Iterable \
    LayerInstantiationException LinkageError Long MatchException Math Module ModuleLayer NegativeArraySizeException \
    NoClassDefFoundError NoSuchFieldError NoSuchFieldException NoSuchMethodError NoSuchMethodException \
    NullPointerException Number NumberFormatException Object OutOfMemoryError Override Package Process ProcessBuilder \
    ProcessHandle Readable Record ReflectiveOperationException Runnable Runtime RuntimeException RuntimePermission \
    SafeVarargs ScopedValue SecurityException SecurityManager Short StableValue StackOverflowError StackTraceElement \
    StackWalker StrictMath String StringBuffer StringBuilder StringIndexOutOfBoundsException SuppressWarnings System \
    Thread ThreadDeath ThreadGroup ThreadLocal Throwable TypeNotPresentException UnknownError UnsatisfiedLinkError \
    UnsupportedClassVersionError UnsupportedOperationException VerifyError VirtualMachineError Void \
    WrongThreadException";

/// A node, and its field in the parent node.
struct NodeInField<'t> {
    node: Node<'t>,
    field: &'static str,
}

struct Collector<'t> {
    language: Language,
    text: &'t [u8],
    definitions: &'t [Definition],
    ancestors: Vec<NodeInField<'t>>,
    /// The numbers of the definitions, sorted by start. Enclosing definitions come before inner ones.
    by_start: Vec<usize>,
    /// The number of definitions that begin before the current node.
    begun_count: usize,
    /// The definitions around the current node.
    enclosing: Vec<usize>,
    names: Names,
}

/// The names in `text`. `tree` and `definitions` belong to `text`.
pub(super) fn names(
    language: Language,
    text: &[u8],
    tree: &Tree,
    definitions: &[Definition],
) -> Names {
    let mut by_start: Vec<usize> = (0..definitions.len()).collect();
    by_start.sort_by_key(|&number| {
        let whole = definitions[number].whole;
        (whole.start(), Reverse(whole.end()))
    });
    let mut collector = Collector {
        language,
        text,
        definitions,
        ancestors: Vec::new(),
        by_start,
        begun_count: 0,
        enclosing: Vec::new(),
        names: Names::default(),
    };
    collector.walk(&mut tree.walk());
    collector.names
}

impl<'t> Collector<'t> {
    /// Visits every node in text order. Not recursive, because texts may nest deeply.
    fn walk(&mut self, cursor: &mut TreeCursor<'t>) {
        loop {
            let place = NodeInField {
                node: cursor.node(),
                field: cursor.field_name().unwrap_or_default(),
            };
            match place.node.kind() {
                _ if is_name(&place) => self.add(&place),
                "import_spec" => self.add_package(place.node),
                "package_declaration" => {
                    self.names.package_at = Some(place.node.start_byte());
                    self.add_java_package(place.node, "package ", ";");
                }
                "import_declaration" if self.language == Language::Java => {
                    self.add_java_package(place.node, "import ", ".*;");
                }
                _ => {}
            }
            if cursor.goto_first_child() {
                self.ancestors.push(place);
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return;
                }
                self.ancestors.pop();
            }
        }
    }

    fn add(&mut self, leaf: &NodeInField<'t>) {
        let at = leaf.node.start_byte();
        self.go_to(at);
        let name = String::from_utf8_lossy(&self.text[leaf.node.byte_range()]).into_owned();
        if self.ancestors.iter().any(|around| is_import(around.node)) {
            if self.is_imported(leaf) {
                self.bind(name, at, self.enclosing.last().copied(), true);
            }
        } else if let Some(definition) = self.definition_at(at, &name) {
            let parent = self.definitions[definition].parent;
            let is_member = parent.is_some_and(|parent| self.definitions[parent].is_type());
            if !is_member || self.language.has_bare_members() {
                self.bind(name, at, parent, false);
            }
        } else if self.is_bound(leaf) {
            self.bind(name, at, self.enclosing.last().copied(), false);
        } else {
            self.add_use(name, leaf);
        }
    }

    /// Updates the enclosing definitions for offset `at`.
    fn go_to(&mut self, at: usize) {
        let definitions = self.definitions;
        while let Some(&number) = self.by_start.get(self.begun_count)
            && definitions[number].whole.start() <= at
        {
            self.enclosing.push(number);
            self.begun_count += 1;
        }
        self.enclosing
            .retain(|&number| definitions[number].whole.end() > at);
    }

    /// The definition whose name is `name` at offset `at`.
    fn definition_at(&self, at: usize, name: &str) -> Option<usize> {
        self.enclosing.iter().copied().find(|&number| {
            let definition = &self.definitions[number];
            definition.name_at == at && definition.path.last().is_some_and(|last| last.name == name)
        })
    }

    fn bind(&mut self, name: String, at: usize, definition: Option<usize>, is_import: bool) {
        let scope = match definition {
            Some(number) => self.definitions[number].whole,
            None => Span::of_len(0, self.text.len()),
        };
        let binding = Binding {
            at,
            scope,
            is_file: definition.is_none(),
            is_import,
        };
        self.names.bindings.entry(name).or_default().push(binding);
    }

    /// Binds the last part of a Go import path without an explicit name: `b` of `a/b/v2`, `yaml` of `a/yaml.v3`.
    fn add_package(&mut self, import: Node<'t>) {
        let Some(path) = import.child_by_field_name("path") else {
            return;
        };
        if import.child_by_field_name("name").is_some() {
            return;
        }
        let quoted = String::from_utf8_lossy(&self.text[path.byte_range()]);
        let parts: Vec<&str> = quoted.trim_matches(['"', '`']).split('/').collect();
        let name = match parts[..] {
            [.., name, version] if is_version(version) => name,
            [.., name] => name,
            [] => return,
        };
        let name = name.split(".v").next().unwrap_or(name);
        let name = name.strip_prefix("go-").unwrap_or(name).to_owned();
        self.bind(name, path.start_byte(), None, true);
    }

    /// Adds the package named between `prefix` and `suffix` in a Java package declaration or wildcard import.
    fn add_java_package(&mut self, node: Node<'t>, prefix: &str, suffix: &str) {
        let statement = String::from_utf8_lossy(&self.text[node.byte_range()]);
        let package = statement.strip_prefix(prefix);
        if let Some(package) = package.and_then(|rest| rest.strip_suffix(suffix)) {
            self.names.packages.insert(package.to_owned());
        }
    }

    /// True if `leaf`, which is in an import, is a name that the import binds. False for parts of a path, and for
    /// names that are renamed.
    fn is_imported(&self, leaf: &NodeInField<'_>) -> bool {
        let rest = self.text[leaf.node.end_byte()..].trim_ascii_start();
        if rest.starts_with(b"as ") {
            return false;
        }
        if self.language == Language::Python {
            let is_module = self.ancestors.iter().any(|one| one.field == "module_name");
            return !is_module && !self.is_after(leaf, b".");
        }
        match rest {
            // `use a::b::{self, C}` binds `b`.
            [b':', b':', list @ ..] => list.starts_with(b"{self"),
            [b'.' | b'\\', ..] => false,
            _ => true,
        }
    }

    /// True if `token` precedes `leaf`.
    fn is_after(&self, leaf: &NodeInField<'_>, token: &[u8]) -> bool {
        let before = self.text[..leaf.node.start_byte()].trim_ascii_end();
        before.ends_with(token)
    }

    /// True if `leaf` introduces a variable, a parameter, or a type parameter.
    fn is_bound(&self, leaf: &NodeInField<'t>) -> bool {
        let kind = leaf.node.kind();
        if matches!(
            kind,
            "shorthand_property_identifier_pattern" | "shorthand_field_identifier"
        ) {
            return true;
        }
        if matches!(
            kind,
            "property_identifier" | "field_identifier" | "constant"
        ) {
            return false;
        }
        let is_capital = self.text[leaf.node.start_byte()].is_ascii_uppercase();
        let mut field = leaf.field;
        for around in self.ancestors.iter().rev() {
            let kind = around.node.kind();
            if binds(kind, field) {
                // A constant or a variant.
                let is_value = self.language == Language::Rust && field == "pattern";
                return !(is_value && is_capital);
            }
            if !passes_binding_on(kind, field) {
                return false;
            }
            field = around.field;
        }
        false
    }

    /// Adds the use of a name, unless it only names an argument, a field, a variant, a label or an attribute.
    fn add_use(&mut self, name: String, leaf: &NodeInField<'t>) {
        let Some(parent) = self.ancestors.last() else {
            return;
        };
        let rest = self.text[leaf.node.end_byte()..].trim_ascii_start();
        let is_before_colon = rest.starts_with(b":") && !rest.starts_with(b"::");
        let is_member = self.is_after(leaf, b"::")
            || self.is_after(leaf, b"->") && leaf.node.kind() == "field_identifier"
            || self.is_after(leaf, b".") && !self.is_after(leaf, b"..");
        let is_no_reference = match (parent.node.kind(), leaf.field) {
            ("keyword_argument" | "enum_variant" | "type_binding", "name")
            | ("element_value_pair", "key")
            | ("lifetime" | "label" | "labeled_statement", _) => true,
            ("literal_element" | "token_tree", _) => is_before_colon,
            ("command_name", _) => false,
            _ => leaf.node.kind() == "word",
        };
        let is_field = matches!(leaf.node.kind(), "property_identifier" | "field_identifier");
        let mut around = self.ancestors.iter().map(|around| around.node);
        let in_attribute = around.any(|node| match node.kind() {
            "attribute_item" | "inner_attribute_item" => true,
            // An attribute among the arguments of a macro.
            "token_tree" => self.text[..node.start_byte()].ends_with(b"#"),
            _ => false,
        });
        let is_attribute = in_attribute && name.starts_with(|first: char| first.is_lowercase());
        if is_no_reference || is_attribute || is_field && !is_member {
            return;
        }
        let at = leaf.node.start_byte();
        let is_package_type =
            !is_member && self.names.package_at.is_some() && is_package_type(leaf.node, &name);
        self.names.uses.push(NameUse {
            name,
            at,
            is_member,
            is_package_type,
        });
    }
}

fn is_name(place: &NodeInField<'_>) -> bool {
    let kind = place.node.kind();
    let is_kind = kind.ends_with("identifier") && kind != "statement_identifier"
        || matches!(
            kind,
            "shorthand_property_identifier_pattern"
                | "constant"
                | "word"
                | "variable_name"
                | "name"
        );
    is_kind && place.node.child_count() == 0
}

/// True if `name` is written like a type of Java, and `java.lang` does not provide it to all files.
fn is_package_type(node: Node<'_>, name: &str) -> bool {
    let is_capital = name.starts_with(|first: char| first.is_uppercase());
    let is_constant = !name.contains(|letter: char| letter.is_lowercase());
    let is_type = is_capital && (node.kind() == "type_identifier" || !is_constant);
    is_type && !JAVA_LANG.split(' ').any(|known| known == name)
}

fn is_import(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "import_statement"
            | "import_from_statement"
            | "import_declaration"
            | "use_declaration"
            | "using_declaration"
            | "namespace_use_declaration"
    )
}

/// True for a version such as `v2`.
fn is_version(part: &str) -> bool {
    part.strip_prefix('v')
        .is_some_and(|digits| digits.parse::<u32>().is_ok())
}

/// True if the field `field` of a node of this kind is a name that the node binds, or a pattern of such names. Names
/// of definitions are handled separately.
fn binds(kind: &str, field: &str) -> bool {
    const NAMED: [&str; 6] = [
        "declarator",
        "parameter",
        "declaration",
        "spec",
        "signature",
        "clause",
    ];
    match field {
        "pattern" | "alias" | "declarator" | "parameter" | "parameters" | "variable" => true,
        "name" => {
            NAMED.iter().any(|ending| kind.ends_with(ending))
                || matches!(
                    kind,
                    "named_expression"
                        | "function_expression"
                        | "generator_function"
                        | "instanceof_expression"
                        | "enhanced_for_statement"
                        | "resource"
                        | "class"
                        | "enum_constant"
                        | "enumerator"
                        | "variable_assignment"
                )
        }
        "left" => {
            kind.starts_with("for")
                || matches!(
                    kind,
                    "assignment" | "short_var_declaration" | "range_clause" | "receive_statement"
                )
        }
        "" => {
            kind.ends_with("parameters")
                || kind.ends_with("parameter")
                || matches!(
                    kind,
                    "type_parameter_declaration"
                        | "preproc_params"
                        | "exception_variable"
                        | "infer_type"
                )
        }
        _ => false,
    }
}

/// True if names in the field `field` are bound whenever a node of this kind is bound.
fn passes_binding_on(kind: &str, field: &str) -> bool {
    let is_pattern = kind.contains("pattern")
        || kind.ends_with("declarator")
        || kind.ends_with("parameter")
        || matches!(kind, "expression_list" | "left_assignment_list");
    match field {
        "type" | "right" | "default" | "key" | "condition" | "size" | "parameters" => false,
        "value" => kind == "pair_pattern",
        _ => is_pattern,
    }
}
