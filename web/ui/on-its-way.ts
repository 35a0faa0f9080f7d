interface Asked {
  isLoading: boolean
  isFetched: boolean
  failureCount: number
}

/**
 * Whether an answer is not there yet, and has never failed: asked for again, it holds nothing up that is shown already.
 * Where it will stand above a button, that button comes when it has: one that is pushed away between a finger's down and
 * up is not pressed by it (record 111).
 */
export const isOnItsWay = (...asked: Asked[]): boolean =>
  asked.some(({ isLoading, isFetched, failureCount }) => isLoading && !isFetched && failureCount === 0)
