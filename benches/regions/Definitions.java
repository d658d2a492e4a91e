import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import javax.tools.*;

/**
 * The definitions of Java files as the compiler sees them: for each file named on a line of standard input, one line of
 * JSON with [name, first line, last line, line of the name] for each of them, or null where it does not parse.
 */
public class Definitions extends TreePathScanner<Void, Void> {
    private final String text;
    private final CompilationUnitTree unit;
    private final SourcePositions places;
    private final Deque<String> path = new ArrayDeque<>();
    private final List<String> found = new ArrayList<>();
    private final Set<Long> fields = new HashSet<>();

    private Definitions(String text, CompilationUnitTree unit, SourcePositions places) {
        this.text = text;
        this.unit = unit;
        this.places = places;
    }

    private long line(long offset) {
        return unit.getLineMap().getLineNumber(offset);
    }

    /** The start of the doc comments that end right above {@code start}. */
    private int withDocs(int start) {
        while (true) {
            int end = start;
            while (end > 0 && Character.isWhitespace(text.charAt(end - 1))) end--;
            boolean isNext = text.substring(end, start).chars().filter(letter -> letter == '\n').count() <= 1;
            int open = text.lastIndexOf("/*", end - 2);
            if (!isNext || end < 5 || !text.startsWith("*/", end - 2) || open < 0) return start;
            if (!text.startsWith("/**", open) || text.startsWith("/***", open) || text.startsWith("/**/", open)) return start;
            start = open;
        }
    }

    private void add(String name, Tree node, long nameFrom) {
        long start = places.getStartPosition(unit, node), end = places.getEndPosition(unit, node);
        if (start < 0 || end < 0) return;
        int at = (int) nameFrom;
        while (!text.startsWith(name, at)) at++;
        List<String> names = new ArrayList<>(path);
        Collections.reverse(names);
        names.add(name);
        found.add(String.format("[\"%s\",%d,%d,%d]", String.join(".", names), line(withDocs((int) start)), line(end - 1), line(at)));
    }

    /** Where the name of something begins at the earliest: behind its modifiers and types. */
    private long behind(Tree... parts) {
        long at = 0;
        for (Tree part : parts) {
            if (part != null) at = Math.max(at, places.getEndPosition(unit, part));
        }
        return at;
    }

    @Override
    public Void visitClass(ClassTree node, Void none) {
        String name = node.getSimpleName().toString();
        if (name.isEmpty()) return super.visitClass(node, none);
        add(name, node, Math.max(behind(node.getModifiers()), places.getStartPosition(unit, node)));
        path.push(name);
        super.visitClass(node, none);
        path.pop();
        return null;
    }

    @Override
    public Void visitMethod(MethodTree node, Void none) {
        boolean isConstructor = node.getReturnType() == null;
        String name = isConstructor ? path.peek() : node.getName().toString();
        long start = places.getStartPosition(unit, node);
        if (name == null || start < 0 || places.getEndPosition(unit, node) < 0) return super.visitMethod(node, none);
        add(name, node, Math.max(start, behind(node.getModifiers(), node.getReturnType())));
        path.push(name);
        super.visitMethod(node, none);
        path.pop();
        return null;
    }

    @Override
    public Void visitVariable(VariableTree node, Void none) {
        Tree parent = getCurrentPath().getParentPath().getLeaf();
        boolean isField = parent instanceof ClassTree && places.getStartPosition(unit, node) >= 0;
        boolean isConstant = isField && node.getInitializer() instanceof NewClassTree && node.toString().contains("/*enum*/")
            || isField && ((ClassTree) parent).getKind() == Tree.Kind.ENUM && node.getModifiers().toString().contains("/*");
        if (isField && !isConstant && text.charAt((int) places.getEndPosition(unit, node) - 1) == ';'
            && fields.add(places.getStartPosition(unit, node))) {
            String rest = text.substring((int) behind(node.getType()), (int) places.getEndPosition(unit, node));
            // A declaration of several variables is no field of a name.
            boolean isOne = node.getInitializer() != null || !rest.contains(",");
            if (isOne) add(node.getName().toString(), node, behind(node.getModifiers(), node.getType()));
        }
        return super.visitVariable(node, none);
    }

    private static String definitions(JavaCompiler compiler, String path) {
        try {
            String text = Files.readString(Path.of(path), StandardCharsets.UTF_8);
            DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
            StandardJavaFileManager files = compiler.getStandardFileManager(said, null, null);
            JavacTask task = (JavacTask) compiler.getTask(null, files, said, List.of("-proc:none"), null,
                files.getJavaFileObjects(path));
            CompilationUnitTree unit = task.parse().iterator().next();
            boolean isBroken = said.getDiagnostics().stream().anyMatch(one -> one.getKind() == Diagnostic.Kind.ERROR);
            if (isBroken || text.contains("\\u")) return "null";
            Definitions all = new Definitions(text, unit, Trees.instance(task).getSourcePositions());
            all.scan(unit, null);
            return "[" + String.join(",", all.found) + "]";
        } catch (IOException | RuntimeException error) {
            return "null";
        }
    }

    public static void main(String[] none) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        BufferedReader paths = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String path = paths.readLine(); path != null; path = paths.readLine()) {
            System.out.println(definitions(compiler, path));
        }
    }
}
