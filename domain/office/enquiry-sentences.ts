/** The office's messages about enquiries. */
export const enquirySentences = {
  answerRequired: 'Please write an answer',
  noteRequired: 'Please write a note',
  noAddress: 'They left no email address. Please ring them, then say that it was answered elsewhere',
  notAnswered: 'Nobody has answered this from here. Answer it, or say that it was answered elsewhere',
  noColleague: 'Please choose somebody who works here',
} as const
