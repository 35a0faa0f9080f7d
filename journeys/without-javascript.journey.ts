import { signInAsDemoParent } from './people.ts'
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

for (const { path, heading, says } of pages) {
  test(`${path} is readable without JavaScript`, async ({ page, site }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.getByRole('main')).toContainText(says)
    await expect(page).toHaveTitle(/\w+ · \w+/)
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /\w{3}.{20}/)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${site}${path}`)
  })
}

test('search engines are told the types of classes and the sessions', async ({ page, visitor }) => {
  const robots = await page.request.get('/robots.txt')
  expect(robots.headers()['content-type']).toContain('text/plain')
  expect(await robots.text()).toMatch(/^User-agent: \*\nDisallow: \/api\//)

  const schema = async () => {
    const text = await page.locator('script[type="application/ld+json"]').textContent()
    return JSON.parse(text as string)
  }
  await page.goto('/home/home')
  expect(await schema()).toMatchObject({ '@context': 'https://schema.org', '@type': 'ChildCare' })
  expect(JSON.stringify(await schema())).toContain('"@type":"Course","name":"Little Hatchlings"')

  const session = await findSession(visitor, ({ placesLeft }) => placesLeft > 0)
  await page.goto(`/home/classes?date=${session.date}`)
  await expect(sessionCard(page, session)).toBeVisible()
  const events = (await schema())['@graph'] as Record<string, unknown>[]
  expect(events.filter(event => event['@type'] === 'ChildrensEvent')).toContainEqual(
    expect.objectContaining({
      name: `${session.title}: ${session.name}`,
      startDate: expect.stringMatching(new RegExp(`^${session.startDate}T${session.startTime}\\+0[01]:00$`)),
    }),
  )
})

test('nobody’s data is in the pages that are sent, whoever asks', async ({ page, site }) => {
  const { token } = await signInAsDemoParent(site)
  for (const path of ['/home/home', '/home/classes', '/home/userInfo/orderList', '/home/userInfo/user']) {
    const answer = await page.request.get(path, { headers: { token, cookie: `token=${token}` } })
    expect(answer.ok()).toBe(true)
    const text = await answer.text()
    expect(text).toContain('</html>')
    expect(text).not.toMatch(/Megan|Bennett|Isla |parent@example\.test/)
  }
})
