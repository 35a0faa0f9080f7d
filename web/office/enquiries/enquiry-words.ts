export const enquiryStates = {
  new: ['look', 'New'],
  open: ['open', 'Open'],
  waitingForThem: ['part', 'Waiting for them'],
  done: ['good', 'Done'],
  spam: ['off', 'Spam'],
} as const

export const enquiryKinds = { feedback: 'Message', party: 'Party', bespoke: 'Private class' } as const
