/** Returns a whole answer: the greeting, the text, and the name of its writer. */
export function replyFrom(text: string, { to, by }: { to: string; by: string }): string {
  const [first] = to.trim().split(/\s+/)
  return `${first ? `Hello ${first},` : 'Hello,'}\n\n${text}\n\nBest wishes,\n${by}`
}
