// 😀 größe
var first = 1;
function run(values) {
  let name = "😀"; let other = values["length"];
  if (!!other) { return "a" + name + other; }
  return { first: first, name: name };
}
module.exports = { run: run };
