import * as addresses from '#contract/office/addresses.ts'
import type { AudienceKind } from '#domain/office/messages.ts'

/** The parts of an address that name the audience of a message; '' for none. */
export const noAudience = {
  ...{ to: '', session: '', class: '', family: '' },
  ...{ venue: '', day: '', term: '', type: '', age: '', product: '' },
}
export type Given = typeof noAudience

/** Returns the address of a new message to this audience: `writeTo({ to: 'date', session: '3' })`. */
export const writeTo = (audience: Partial<Given> & { to: AudienceKind }): string =>
  `${addresses.newMessage()}?${new URLSearchParams(audience)}`
