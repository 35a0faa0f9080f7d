interface Asked {
  isLoading: boolean
  failureCount: number
}

/**
 * Whether an answer is not there yet, and not known to fail. Where it will stand above a button, that button comes when it
 * has: one that is pushed away between a finger's down and up is not pressed by it.
 */
export const isOnItsWay = (...asked: Asked[]): boolean =>
  asked.some(({ isLoading, failureCount }) => isLoading && failureCount === 0)
