var crlf = 1;
var { one: one } = { one: crlf };
module.exports = one;
