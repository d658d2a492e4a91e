import { größe } from "./a";
const text = "😀"; console.log(text, größe(2));
