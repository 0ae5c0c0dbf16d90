const kinds = {
  end: 0,
  name: 1,
  keyword: 2,
  text: 3,
  rawText: 4,
  rune: 5,
  number: 6,
  semicolon: 7,
  dot: 8,
  open: 9,
  close: 10,
  comma: 11,
  other: 12,
};

/** Kinds of tokens: go.dev/ref/spec#Tokens. All operators except `.` are `other`. */
export const TOKEN: Readonly<typeof kinds> = kinds;
