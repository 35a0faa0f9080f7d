import type { Head } from '#web/page.ts'

// Pages of the business's own long texts, as search engines describe them.

export const aboutHead = (): Head => ({
  description: 'Who runs our children’s classes, what we believe in and how we keep children safe.',
})

export const contactHead = (): Head => ({
  description: 'Telephone, e-mail, venues and opening hours, and a form to write to us.',
})

export const helpCentreHead = (): Head => ({
  description:
    'Answers about first classes, what to bring, class credits, changing a booking and waiting lists.',
})

export const parentClassHead = (): Head => ({
  description: 'Sessions for parents and carers.',
})

export const eventsHead = (): Head => ({
  description: 'Events, holiday camps and family days.',
})
