// Command definitions tells the definitions of Go files as go/parser sees them: for each file named on a line of standard
// input, one line of JSON with [name, first line, last line, line of the name] for each of them, or null where it does not
// parse.
package main

import (
	"bufio"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
)

type finder struct {
	files *token.FileSet
	found [][4]any
}

func (f *finder) add(name string, doc *ast.CommentGroup, node ast.Node, ident *ast.Ident) {
	start := node.Pos()
	if doc != nil {
		start = doc.Pos()
	}
	line := func(at token.Pos) int { return f.files.PositionFor(at, false).Line }
	f.found = append(f.found, [4]any{name, line(start), line(node.End() - 1), line(ident.Pos())})
}

// receiver is the name of the type that a method is of.
func receiver(of ast.Expr) string {
	switch of := of.(type) {
	case *ast.Ident:
		return of.Name
	case *ast.StarExpr:
		return receiver(of.X)
	case *ast.ParenExpr:
		return receiver(of.X)
	case *ast.IndexExpr:
		return receiver(of.X)
	case *ast.IndexListExpr:
		return receiver(of.X)
	}
	return "?"
}

func (f *finder) declaration(declaration ast.Decl) {
	switch one := declaration.(type) {
	case *ast.FuncDecl:
		name := one.Name.Name
		if one.Recv != nil && len(one.Recv.List) == 1 {
			name = receiver(one.Recv.List[0].Type) + "." + name
		}
		f.add(name, one.Doc, one, one.Name)
	case *ast.GenDecl:
		for _, spec := range one.Specs {
			f.spec(one, spec)
		}
	}
}

func (f *finder) spec(around *ast.GenDecl, spec ast.Spec) {
	var whole ast.Node = around
	doc := around.Doc
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		if around.Lparen.IsValid() {
			whole, doc = spec, spec.Doc
		}
		f.add(spec.Name.Name, doc, whole, spec.Name)
		if methods, is := spec.Type.(*ast.InterfaceType); is {
			for _, method := range methods.Methods.List {
				if len(method.Names) == 1 {
					f.add(spec.Name.Name+"."+method.Names[0].Name, method.Doc, method, method.Names[0])
				}
			}
		}
	case *ast.ValueSpec:
		if around.Lparen.IsValid() {
			whole, doc = spec, spec.Doc
		}
		if len(spec.Names) == 1 {
			f.add(spec.Names[0].Name, doc, whole, spec.Names[0])
		}
	}
}

func definitions(path string) [][4]any {
	f := finder{files: token.NewFileSet(), found: [][4]any{}}
	file, err := parser.ParseFile(f.files, path, nil, parser.ParseComments)
	if err != nil {
		return nil
	}
	for _, declaration := range file.Decls {
		f.declaration(declaration)
	}
	return f.found
}

func main() {
	paths := bufio.NewScanner(os.Stdin)
	answers := json.NewEncoder(os.Stdout)
	for paths.Scan() {
		if err := answers.Encode(definitions(paths.Text())); err != nil {
			os.Exit(1)
		}
	}
}
