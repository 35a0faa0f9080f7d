interface Asked {
  isLoading: boolean
  isFetched: boolean
  failureCount: number
}

/**
 * Whether an answer is still awaited and has never failed. Fetching again does not count. A button below such content
 * renders after it, because a button that moves is missed.
 */
export const isFirstLoad = (...asked: Asked[]): boolean =>
  asked.some(({ isLoading, isFetched, failureCount }) => isLoading && !isFetched && failureCount === 0)
