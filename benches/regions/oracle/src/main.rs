//! Prints the definitions that `syn` finds in Rust files. Reads one path per line from standard input. Prints a JSON
//! list of `[name, first line, last line, line of the name]` per file, or `null` if the file does not parse.

use std::io::BufRead;

use proc_macro2::Span;
use serde_json::{Value, json};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

#[derive(Default)]
struct Definitions {
    path: Vec<String>,
    found: Vec<Value>,
}

impl Definitions {
    fn add(&mut self, name: &str, node: &impl Spanned, name_span: Span) {
        let mut path = self.path.clone();
        path.push(name.to_owned());
        let whole = node.span();
        self.found.push(json!([
            path.join("::"),
            whole.start().line,
            whole.end().line,
            name_span.start().line
        ]));
    }

    fn inside(&mut self, name: String, visit: impl FnOnce(&mut Self)) {
        self.path.push(name);
        visit(self);
        self.path.pop();
    }
}

macro_rules! named {
    ($($visit:ident $node:ident $($name:ident).+),* $(,)?) => {
        $(fn $visit(&mut self, node: &'ast syn::$node) {
            let name = &node.$($name).+;
            self.add(&name.to_string(), node, name.span());
            self.inside(name.to_string(), |all| visit::$visit(all, node));
        })*
    };
}

impl<'ast> Visit<'ast> for Definitions {
    named! {
        visit_item_fn ItemFn sig.ident,
        visit_impl_item_fn ImplItemFn sig.ident,
        visit_trait_item_fn TraitItemFn sig.ident,
        visit_item_struct ItemStruct ident,
        visit_item_enum ItemEnum ident,
        visit_item_union ItemUnion ident,
        visit_item_trait ItemTrait ident,
        visit_item_mod ItemMod ident,
        visit_item_type ItemType ident,
        visit_impl_item_type ImplItemType ident,
        visit_item_static ItemStatic ident,
    }

    fn visit_item_const(&mut self, node: &'ast syn::ItemConst) {
        if node.ident == "_" {
            return visit::visit_item_const(self, node);
        }
        self.add(&node.ident.to_string(), node, node.ident.span());
        self.inside(node.ident.to_string(), |all| visit::visit_item_const(all, node));
    }

    fn visit_item_macro(&mut self, node: &'ast syn::ItemMacro) {
        if let Some(name) = &node.ident {
            self.add(&name.to_string(), node, name.span());
        }
    }

    fn visit_item_impl(&mut self, node: &'ast syn::ItemImpl) {
        if let syn::Type::Path(of_type) = &*node.self_ty
            && let Some(last) = of_type.path.segments.last()
        {
            self.inside(last.ident.to_string(), |all| visit::visit_item_impl(all, node));
        }
    }
}

fn main() {
    for path in std::io::stdin().lock().lines().map_while(Result::ok) {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let file = syn::parse_file(&text);
        let found = file.ok().map(|file| {
            let mut all = Definitions::default();
            all.visit_file(&file);
            all.found
        });
        println!("{}", json!(found));
    }
}
