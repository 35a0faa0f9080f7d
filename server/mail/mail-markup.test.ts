import { expect, test } from 'vitest'
import { nightAccent } from '#domain/office/business-rules.ts'
import { mailPage } from './mail-markup.ts'

const site = 'https://example.test'
const look = { accent: '#123456', own: { publicUrl: site, officeUrl: site }, mayQuote: false }
const pageOf = (text: string, given = {}) =>
  mailPage({ subject: 'A', text }, { name: '', logo: '', ...look, ...given })

test.each(['Conker & Kite', ''])('a mail of “%s” begins with the business’s name, if it has one', name => {
  expect(pageOf('A', { name }).includes('font-weight:bold')).toBe(name !== '')
})

test('a mail begins with the logo, if there is one, with the name as its text', () => {
  const name = 'Larkfield "Ballet"'
  const logo = `${site}/media/mail/logo.png`
  expect(pageOf('B', { name, logo })).toContain(`<img src="${logo}" alt="Larkfield &#34;Ballet&#34;"`)
  expect(pageOf('B', { name })).not.toContain('<img')
})

test('directions are a link without its address, except where a stranger may have typed them', () => {
  const map = 'https://maps.example.test/barn'
  const directions = `Directions to The Barn: ${map}`
  expect(pageOf(directions)).toContain(
    `<a href="${map}" style="color:inherit;text-decoration:underline">Directions to The Barn</a>`,
  )
  expect(pageOf(directions, { mayQuote: true })).toContain(
    `Directions to The Barn: <a href="${map}" style="color:inherit;text-decoration:underline">${map}</a>`,
  )
  expect(pageOf(`${directions} or by bus`)).toContain(`${map} or by bus`)
  expect(pageOf(`As you asked: ${map}\nDirections to The Barn: http://maps.test`)).not.toContain('<a')
})

test('the first way to the site is the one button, and shows no address; the others are links', () => {
  const page = pageOf(
    `5 December, 10:00: Move it: ${site}/answer/1\n\nYour order: ${site}/order\nReceipt: ${site}/receipt\n${site}/faq`,
  )
  expect(page.match(/background:#123456[^>]*>[^<]*/g)).toEqual([expect.stringMatching(/>Your order$/)])
  expect(page.match(/(?<=<a href="[^"]*"[^>]*>)[^<]*/g)).toEqual([
    '5 December, 10:00: Move it',
    'Your order',
    'Receipt',
    'Open the page',
  ])
  expect(page.replace(/<[^>]*>/g, '')).not.toContain('example.test')
  // By night the button has the business's lighter colour.
  expect(page).toContain(`.main{background:${nightAccent('#123456')}!important}`)
})

test('lines with a name are rows of a table, and words below them stay a paragraph', () => {
  const page = pageOf(
    'What: <Kick About>\nWhen: Saturday\n  Sunday\nInstead of: Friday\n\nPaid by card: £8.50\nYou have earned 8 points.',
  )
  expect(page.match(/<table/g)).toHaveLength(2)
  expect(page).toContain('<b>&#60;Kick About&#62;</b>')
  expect(page).toMatch(/Saturday<br>\nSunday<\/td>/)
  expect(page).toContain('<s>Friday</s>')
  expect(page).toContain('<p style="margin:0 0 16px">You have earned 8 points.</p>')
})
