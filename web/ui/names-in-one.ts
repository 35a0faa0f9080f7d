const list = new Intl.ListFormat('en-GB')

/** 'Isla, Noah and Wren'. */
export const namesInOne = (names: string[]): string => list.format(names)
