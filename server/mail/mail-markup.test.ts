import { expect, test } from 'vitest'
import { mailPage, senderName } from './mail-markup.ts'

test.each([
  ['Conker & Kite <hello@example.test>', 'Conker & Kite'],
  ['<hello@example.test>', ''],
  ['hello@example.test', ''],
])('the sender %s is called “%s”', (mailFrom, name) => {
  expect(senderName(mailFrom)).toBe(name)
  const page = mailPage(
    { subject: 'A', text: 'A' },
    {
      name,
      accent: '#123456',
      own: { publicUrl: 'https://example.test', officeUrl: 'https://example.test' },
    },
  )
  expect(page.includes('font-weight:bold')).toBe(name !== '')
})
