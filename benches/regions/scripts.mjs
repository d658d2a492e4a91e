// The definitions of JavaScript files as `acorn` sees them, and of TypeScript files as the compiler does: for each file
// named on a line of standard input, one line of JSON with `[name, first line, last line, line of the name]` for each of
// them, or `null` where it does not parse. The packages are those of the directory it runs in.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const require = createRequire(process.cwd() + "/");
const acorn = require("acorn");
const ts = require("typescript");

/** The lines of a text: from an offset to its number, from 1. */
function numbering(text) {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0, high = starts.length;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= offset) low = middle; else high = middle;
    }
    return low + 1;
  };
}

/** The start of `start`, with the doc comments that end right above it, and plain comments between. */
function withDocs(text, start, comments) {
  let at = start;
  for (let more = true; more;) {
    more = false;
    for (const [from, to] of comments) {
      const between = text.slice(to, at);
      const isRightAbove = to <= at && between.trim() === "" && between.split("\n").length <= 2;
      const isAlone = text.slice(text.lastIndexOf("\n", from - 1) + 1, from).trim() === "";
      const own = text.slice(from, to);
      const isDoc = own.startsWith("/**") && !own.startsWith("/***") && own !== "/**/";
      if (isRightAbove && from < at && (isDoc || isAlone)) {
        [at, more] = [from, true];
        if (isDoc) start = at;
      }
    }
  }
  return start;
}

function javascript(text) {
  const comments = [];
  const onComment = (_isBlock, _text, from, to) => comments.push([from, to]);
  const read = (sourceType) => {
    comments.length = 0;
    return acorn.parse(text, { ecmaVersion: "latest", sourceType, onComment, allowHashBang: true, allowReturnOutsideFunction: true });
  };
  let tree;
  try { tree = read("module"); } catch { tree = read("script"); }
  const line = numbering(text);
  const found = [];
  const add = (path, outer, name) =>
    found.push([path.join("."), line(withDocs(text, outer.start, comments)), line(outer.end - 1), line(name.start)]);
  const isFunction = (node) => node && ["ArrowFunctionExpression", "FunctionExpression", "ClassExpression"].includes(node.type);
  const visit = (node, path, outer) => {
    if (!node || typeof node.type !== "string") return;
    let inside = path;
    if (["FunctionDeclaration", "ClassDeclaration"].includes(node.type) && node.id) {
      inside = [...path, node.id.name];
      add(inside, outer ?? node, node.id);
    } else if (node.type === "MethodDefinition" && !node.computed && ["Identifier", "PrivateIdentifier"].includes(node.key.type)) {
      inside = [...path, (node.key.type === "PrivateIdentifier" ? "#" : "") + node.key.name];
      add(inside, node, node.key);
    } else if (node.type === "VariableDeclaration" && node.declarations.length === 1 && isFunction(node.declarations[0].init)
      && node.declarations[0].id.type === "Identifier") {
      inside = [...path, node.declarations[0].id.name];
      add(inside, outer ?? node, node.declarations[0].id);
    } else if (node.type === "ExpressionStatement" && node.expression.type === "AssignmentExpression"
      && isFunction(node.expression.right) && /^[\p{L}\d_$.#]+$/u.test(text.slice(node.expression.left.start, node.expression.left.end))) {
      // Its name is a part of what is inside.
      inside = [...path, ...text.slice(node.expression.left.start, node.expression.left.end).split(".")];
    } else if (node.type === "PropertyDefinition" && !node.computed && ["Identifier", "PrivateIdentifier"].includes(node.key.type)) {
      inside = [...path, (node.key.type === "PrivateIdentifier" ? "#" : "") + node.key.name];
    }
    const isExport = node.type === "ExportNamedDeclaration" || node.type === "ExportDefaultDeclaration";
    for (const key of Object.keys(node)) {
      const child = node[key];
      for (const one of Array.isArray(child) ? child : [child]) {
        if (one && typeof one === "object") visit(one, inside, isExport && key === "declaration" ? node : undefined);
      }
    }
  };
  // A variable of a `for` is no statement.
  visit(tree, []);
  return found;
}

function typescript(text, path) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  if (file.parseDiagnostics.length > 0) throw new Error("errors");
  const line = numbering(text);
  const found = [];
  const kinds = ts.SyntaxKind;
  const named = new Set([
    kinds.FunctionDeclaration, kinds.ClassDeclaration, kinds.InterfaceDeclaration, kinds.EnumDeclaration,
    kinds.TypeAliasDeclaration, kinds.MethodDeclaration, kinds.MethodSignature, kinds.GetAccessor, kinds.SetAccessor,
  ]);
  const isFunction = (node) => node && [kinds.ArrowFunction, kinds.FunctionExpression, kinds.ClassExpression].includes(node.kind);
  const visit = (node, path) => {
    let inside = path, outer = null, name = null;
    if (named.has(node.kind) && node.name && [kinds.Identifier, kinds.PrivateIdentifier].includes(node.name.kind)
      && node.parent.kind !== kinds.ObjectLiteralExpression && node.parent.kind !== kinds.TypeLiteral) {
      [outer, name] = [node, node.name];
    } else if (node.kind === kinds.VariableStatement && node.declarationList.declarations.length === 1) {
      const one = node.declarationList.declarations[0];
      if (isFunction(one.initializer) && one.name.kind === kinds.Identifier) [outer, name] = [node, one.name];
    } else if (node.kind === kinds.PropertyDeclaration && [kinds.Identifier, kinds.PrivateIdentifier].includes(node.name.kind)) {
      // Its name is a part of what is inside.
      inside = [...path, node.name.text];
    } else if (node.kind === kinds.Constructor) {
      [outer, name] = [node, null];
    } else if (node.kind === kinds.ModuleDeclaration && node.name.kind === kinds.Identifier) {
      [outer, name] = [node, node.name];
    }
    if (outer) {
      const own = name ? name.text : "constructor";
      inside = [...path, own];
      const comments = (ts.getLeadingCommentRanges(text, outer.getFullStart()) ?? []).map((one) => [one.pos, one.end]);
      const start = withDocs(text, outer.getStart(file), comments);
      const nameLine = line(name ? name.getStart(file) : outer.getStart(file));
      found.push([inside.join("."), line(start), line(outer.end - 1), nameLine]);
    }
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(file, []);
  return found;
}

for await (const path of createInterface({ input: process.stdin })) {
  let found = null;
  try {
    const text = readFileSync(path, "utf8");
    found = /\.[mc]?js$/.test(path) ? javascript(text) : typescript(text, path);
  } catch { /* it does not parse */ }
  process.stdout.write(JSON.stringify(found) + "\n");
}
