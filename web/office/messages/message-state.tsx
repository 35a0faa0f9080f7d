import type { ListedMessage } from '#contract/office/messages.ts'
import { StateWord } from '../ui/state-word.tsx'

const states = {
  planned: ['open', 'Planned'],
  sending: ['part', 'Being sent'],
  sent: ['good', 'Sent'],
  stopped: ['off', 'Stopped'],
} as const

/** Shows the state of a message in words. */
export function MessageState({ state }: Pick<ListedMessage, 'state'>) {
  const [is, words] = states[state]
  return <StateWord is={is}>{words}</StateWord>
}
