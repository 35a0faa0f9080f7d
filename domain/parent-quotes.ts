/** The words of a parent, and whose they are. */
export interface ParentQuote {
  words: string
  /** '' if the line names nobody. */
  name: string
}

/** Reads a line like “She sings all week – Hannah”: the words before its last dash with spaces, and the name after it. */
export function readQuote(line: string): ParentQuote {
  const parts = /^(.+)\s[-–—]\s(.+)$/.exec(line)
  const words = (parts?.[1] ?? line).trim().replace(/^["“”]+|["“”]+$/g, '')
  return { words, name: parts?.[2]?.trim() ?? '' }
}
