# The definitions of Ruby files as Ruby's own parser sees them: for each file named on a line of standard input, one line of
# JSON with [name, first line, last line, line of the name] for each of them, or null where it does not parse.

require "json"

# Comments right above are a part of what is below, but for those that Ruby itself reads.
def with_comments(lines, first)
  first -= 1 while first > 1 && lines[first - 2] =~ /\A\s*#/ && lines[first - 2] !~ /\A\s*#!|_literal:|coding:/
  first
end

def name_of(node)
  return node.children.last.to_s unless node.type == :COLON2
  [node.children.first && name_of(node.children.first), node.children.last].compact.join(".")
end

def visit(node, path, lines, found)
  return unless node.is_a?(RubyVM::AbstractSyntaxTree::Node)

  name =
    case node.type
    when :CLASS, :MODULE then name_of(node.children.first)
    when :DEFN then node.children.first.to_s
    when :DEFS then node.children[1].to_s
    end
  if name
    path += [name]
    is_first = lines[node.first_lineno - 1].byteslice(0, node.first_column).strip.empty?
    is_last = lines[node.last_lineno - 1].byteslice(node.last_column..).strip =~ /\A(#.*)?\z/
    if is_first && is_last
      found << [path.join("."), with_comments(lines, node.first_lineno), node.last_lineno, node.first_lineno]
    end
  end
  node.children.each { |child| visit(child, path, lines, found) }
end

$stdin.each_line(chomp: true) do |file|
  found = []
  begin
    text = File.read(file, encoding: "UTF-8")
    visit(RubyVM::AbstractSyntaxTree.parse(text), [], text.lines, found)
  rescue SyntaxError, StandardError
    found = nil
  end
  puts JSON.generate(found)
end
