/** Resolves after a pause, in which a person can read a message before the page changes. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds))
