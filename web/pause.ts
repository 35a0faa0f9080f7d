/** Resolves after so long: for the moments that a person is given to read a message before the page changes. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds))
