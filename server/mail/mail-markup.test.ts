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
      logo: '',
      accent: '#123456',
      own: { publicUrl: 'https://example.test', officeUrl: 'https://example.test' },
    },
  )
  expect(page.includes('font-weight:bold')).toBe(name !== '')
})

test('a mail begins with the logo, told as the name, where there is one', () => {
  const pageWith = (logo: string) =>
    mailPage(
      { subject: 'A', text: 'B' },
      {
        name: 'Larkfield "Ballet"',
        logo,
        accent: '#123456',
        own: { publicUrl: 'https://example.test', officeUrl: 'https://example.test' },
      },
    )
  expect(pageWith('https://example.test/media/uploads/a.webp')).toContain(
    '<img src="https://example.test/media/uploads/a.webp" alt="Larkfield &#34;Ballet&#34;"',
  )
  expect(pageWith('')).not.toContain('<img')
})
