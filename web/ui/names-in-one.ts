const list = new Intl.ListFormat('en-GB')

/** Joins names: 'Isla, Noah and Wren'. */
export const namesInOne = (names: string[]): string => list.format(names)
