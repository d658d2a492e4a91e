// 😀
export function größe(value: number) { return value; }
/* 😀 */ größe(1);
