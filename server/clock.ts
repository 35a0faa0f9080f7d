/** The present instant. Always an argument, so that a test can set it. */
export type Clock = () => Date
