import { expect, test } from 'vitest'
import { mailPage } from './mail-markup.ts'

test.each(['Conker & Kite', ''])('a mail of “%s” begins with the business’s name, if it has one', name => {
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

test('a mail begins with the logo, if there is one, with the name as its text', () => {
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

test('a link to the office’s own map in directions shows its address', () => {
  const own = { publicUrl: 'https://example.test', officeUrl: 'https://example.test' }
  const pageOf = (text: string) =>
    mailPage({ subject: 'A', text }, { name: '', logo: '', accent: '#123456', own })
  const map = 'https://maps.example.test/barn'
  expect(pageOf(`Directions to The Barn: ${map}`)).toContain(
    `Directions to The Barn: <a href="${map}">${map}</a>`,
  )
  expect(pageOf(`Directions to The Barn: ${map} or by bus`)).toContain(`${map} or by bus`)
  expect(pageOf(`As you asked: ${map}\nDirections to The Barn: http://maps.test`)).not.toContain('<a')
})
