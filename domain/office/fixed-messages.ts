/** The texts that a teacher may send to the families of their own date (decision O-125). `{word}` is filled in first. */
export const fixedMessages = {
  late: {
    label: 'Running late',
    ask: 'Minutes late',
    subject: 'Running late today',
    text: 'Hi {first name},\n\nwe are running late: {class} on {day} begins about {word} minutes later. We are sorry about that.',
  },
  bring: {
    label: 'Please bring …',
    ask: 'What to bring',
    subject: 'Please bring {word}',
    text: 'Hi {first name},\n\nplease bring {word} for {child} to {class} on {day}. Thank you.',
  },
  meet: {
    label: 'Where we meet',
    ask: 'Where',
    subject: 'Where we meet',
    text: 'Hi {first name},\n\nwe meet here for {class} on {day}: {word}.',
  },
} as const satisfies Record<string, Record<'label' | 'ask' | 'subject' | 'text', string>>
export type FixedMessage = keyof typeof fixedMessages
export const everyFixedMessage = Object.keys(fixedMessages) as FixedMessage[]

/** The maximum number of characters of the word that is filled in, and of minutes. */
export const maxWordLength = 60
export const maxMinutesLate = 90

/** Letters, digits and few signs: nothing that a mail program turns into a link, and no second line. */
const plainWord = /^[\p{L}\p{M}\p{N} ,'’&()-]+$/u

/** Returns what is wrong with the word for a text; '' if nothing is. */
export function problemOfWord(message: FixedMessage, word: string): string {
  const given = word.trim()
  if (given === '') return 'Please fill this in'
  if (message === 'late') {
    const isMinutes = /^\d{1,2}$/.test(given) && Number(given) > 0 && Number(given) <= maxMinutesLate
    return isMinutes ? '' : `Please give the minutes, ${maxMinutesLate} at most`
  }
  if (given.length > maxWordLength) return `Please write ${maxWordLength} characters at most`
  return plainWord.test(given) ? '' : 'Please use letters, digits and commas alone'
}

/** Returns a text with its word: names are filled in later for each family. */
export function writeFixed(message: FixedMessage, word: string): { subject: string; text: string } {
  const { subject, text } = fixedMessages[message]
  const filled = (words: string) => words.replaceAll('{word}', word.trim())
  return { subject: filled(subject), text: filled(text) }
}
