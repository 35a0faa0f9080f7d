import { contract } from '#contract/contract.ts'
import { addressOf, changeAnswers, holdBack } from './calls-of-page.ts'
import { expect, signedInTest, test, visit } from './site-test.ts'

const plain = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()

test('every text of the business stands on its own page, as HTML', async ({ page, visitor }) => {
  const site = await visitor.content.siteSettings()
  const articles = await visitor.content.articles()
  for (const [address, html] of [
    ['/home/contact', site.contactHtml],
    ['/home/about', site.aboutHtml],
    ['/home/parentClass', site.parentClassHtml],
    ['/home/events', site.eventsHtml],
    ['/home/helpCenter', site.helpHtml],
    ['/term', site.termsHtml],
    ['/term?type=privacy', site.privacyHtml],
  ] as const) {
    expect(html).toMatch(/^<\w+>/)
    await visit(page, address)
    const text = page.getByRole('main').locator('.rich-text').first()
    await expect.poll(async () => plain(await text.innerHTML())).toBe(plain(html))
    await expect(text.locator('p').first()).toBeVisible()
    await expect(text).not.toContainText('<p>')
  }

  await visit(page, '/home/helpCenter')
  expect(articles.length).toBeGreaterThan(1)
  for (const article of articles) {
    const entry = page.getByRole('group').filter({ hasText: article.title })
    await entry.getByText(article.title, { exact: true }).click()
    await expect(entry.locator('.rich-text')).toContainText(plain(article.contentHtml).slice(0, 30))
  }
})

test('a text that a link led to is said to be on its way until it can be cleaned', async ({
  page,
  visitor,
}) => {
  const [type] = await visitor.offerings.class.types()
  const release = await holdBack(page, /\/clean-html-/)
  await visit(page, '/home/classes')
  await page.getByRole('main').getByRole('link', { name: type?.name }).first().click()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: type?.name })).toBeVisible()
  await expect(main.getByRole('status').first()).toHaveText('Loading')
  release()
  await expect(main.getByRole('status')).toHaveCount(0)
  await expect(main.getByRole('paragraph').first()).toBeVisible()
})

signedInTest('a press on the footer is not lost when the page comes during it', async ({ page }) => {
  const release = await holdBack(page, /\/account-layout-/)
  await visit(page, '/home/userInfo/card')
  await page.getByRole('link', { name: 'FAQ' }).hover()
  await page.mouse.down()
  release()
  await expect(page.getByRole('heading', { name: 'No cards kept here' })).toBeAttached()
  await page.mouse.up()
  await expect(page.getByRole('heading', { level: 1, name: 'Help centre' })).toBeVisible()
})

test('the banners of every page that has some are slides, 574 px high', async ({ page, visitor }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const { content, promoPages } = visitor
  for (const [address, name, { banners }] of [
    ['/home/about', 'Our classes', await content.siteSettings()],
    ['/home/event', 'Events & Camps', await content.eventSettings()],
    ['/home/parent', 'Parental Support', await content.parentSessionSettings()],
    ['/home/party', 'Pictures of what we do', await promoPages.party.basics()],
    ['/home/bespoke', 'Pictures of what we do', await promoPages.bespoke.basics()],
  ] as const) {
    await page.goto(address)
    const slides = page.getByRole('region', { name, exact: true }).getByRole('list')
    expect((await slides.boundingBox())?.height, address).toBe(574)
    expect(banners.length).toBeGreaterThan(1)
    await expect(slides.locator('img')).toHaveCount(banners.length)
    for (const [index, banner] of banners.entries()) {
      await expect(slides.locator('img').nth(index)).toHaveAttribute('src', new RegExp(`${banner}$`))
    }
  }
})

signedInTest(
  'a text that did not load can be asked for again, one not written leads on',
  async ({ page, expectedComplaints }) => {
    expectedComplaints.push(/500/)
    await visit(page, '/home/userInfo/card')
    await page.route(addressOf(contract.content.siteSettings), route =>
      route.fulfill({ status: 500, body: '{}' }),
    )
    await page.getByRole('link', { name: 'FAQ' }).click()
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1, name: 'Help centre' })).toBeVisible()
    await expect(main.getByRole('heading', { name: 'Articles' })).toBeVisible()
    const again = main.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    await changeAnswers(page, contract.content.siteSettings, data => ({ ...data, helpHtml: '' }))
    await again.click()
    await expect(main.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible()
    await main.getByRole('link', { name: 'Ask us' }).click()
    await expect(main.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
  },
)
