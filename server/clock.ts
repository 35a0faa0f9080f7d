/** Returns the current instant. Passed as an argument, so that a test can set it. */
export type Clock = () => Date
