/** The ready texts with which an answer to an enquiry can begin. Staff edit them before sending. */
export const replyTexts = [
  {
    name: 'Which day suits you?',
    text: 'Thank you for writing to us.\n\nWe would love to help. Which days would suit you, and how many children will there be?',
  },
  {
    name: 'We will ring you',
    text: 'Thank you for writing to us.\n\nThis is easiest on the telephone. Which number can we ring you on, and when?',
  },
  {
    name: 'The class is full',
    text: 'Thank you for writing to us.\n\nThis class is full at present. If you join its waiting list in the timetable, we write as soon as a place is free.',
  },
  {
    name: 'We do not offer this',
    text: 'Thank you for thinking of us.\n\nWe are sorry: this is something that we do not offer.',
  },
] as const

/** Returns a whole answer: the greeting, the text, and the name of its writer. */
export function replyFrom(text: string, { to, by }: { to: string; by: string }): string {
  const [first] = to.trim().split(/\s+/)
  return `${first ? `Hello ${first},` : 'Hello,'}\n\n${text}\n\nBest wishes,\n${by}`
}
