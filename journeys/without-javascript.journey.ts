import { expect, test } from './site-test.ts'
import { findSession, sessionCard } from './timetable.ts'

test.use({ javaScriptEnabled: false })

const pages = [
  { path: '/home/home', heading: /\w{3}/, says: 'Kitchen Band' },
  { path: '/home/classes', heading: 'Classes', says: 'Larkfield Hall' },
  { path: '/home/about', heading: 'About us', says: 'Southville' },
  { path: '/home/contact', heading: 'Contact', says: 'hello@' },
  { path: '/home/helpCenter', heading: 'Help centre', says: 'credit' },
  { path: '/term', heading: /Terms/, says: 'booking' },
]

// Proves CLS-01.
test('pages of the site are readable without JavaScript', { tag: '@desk' }, async ({
  page,
  site,
  visitor,
}) => {
  for (const { path, heading, says } of pages) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.getByRole('main')).toContainText(says)
    await expect(page).toHaveTitle(/\w+ · \w+/)
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /\w{3}.{20}/)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${site}${path}`)
  }
  const session = await findSession(visitor, ({ placesLeft }) => placesLeft > 0)
  const sent = await page.goto(`/home/classes?date=${session.date}`)
  // As sent, because the browser of the journeys empties this element.
  expect(await sent?.text()).toMatch(/<noscript>.*Book by telephone: /s)
  await expect(sessionCard(page, session)).toBeVisible()
})
