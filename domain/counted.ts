/** Writes a count with its noun: “1 draft”, “3 drafts”. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`
