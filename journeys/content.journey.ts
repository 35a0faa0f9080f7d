import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import type { Api } from '#contract/client.ts'
import { contract } from '#contract/contract.ts'
import { addressOf, changeAnswers, holdBack } from './calls-of-page.ts'
import { expect, signedInTest, test, visit } from './site-test.ts'

const plain = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()

// Proves CONT-01 to CONT-07, CONT-10, ROUTE-12 to ROUTE-16, SHELL-34, SHELL-35.
test('every text of the business has its own page, as HTML', { tag: '@desk' }, async ({ page, visitor }) => {
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

test('a text opened by a link is shown as loading until it can be sanitised', { tag: '@phone' }, async ({
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

signedInTest(
  'a click on the footer is not lost when the rest of the page loads during it @phone',
  async ({ page }) => {
    const release = await holdBack(page, /\/account-layout-/)
    // The page counts as loading while one of its files is held back.
    await visit(page, '/home/userInfo/card', 'domcontentloaded')
    await page.getByRole('link', { name: 'FAQ' }).hover()
    await page.mouse.down()
    release()
    await expect(page.getByRole('heading', { name: 'There is nothing to set up' })).toBeAttached()
    await page.mouse.up()
    await expect(page.getByRole('heading', { level: 1, name: 'Help centre' })).toBeVisible()
  },
)

const pagesWithBanners = async ({ content, promoPages }: Api) =>
  [
    ['/home/home', 'What is on', (await content.homeSettings()).banners, 'See this week’s classes'],
    ['/home/about', 'Our classes', (await content.siteSettings()).banners],
    ['/home/event', 'Events & Camps', (await content.eventSettings()).banners, 'See dates and places'],
    [
      '/home/parent',
      'Parental Support',
      (await content.parentSessionSettings()).banners,
      'See dates and places',
    ],
    ['/home/party', 'Pictures of what we do', (await promoPages.party.basics()).banners, 'Ask for a date'],
    [
      '/home/bespoke',
      'Pictures of what we do',
      (await promoPages.bespoke.basics()).banners,
      'Ask for a date',
    ],
  ] as const

// Proves CONST-09, CONT-08, CONT-09, EVT-01, HOME-02, ROUTE-35.
test('the banners of a page are slides below its headline and call to action', async ({ page, visitor }) => {
  for (const [address, name, banners, action] of await pagesWithBanners(visitor)) {
    await page.goto(address)
    const slides = page.getByRole('region', { name, exact: true }).getByRole('list')
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport)
      const picture = await boxOf(slides)
      if (viewport.width === 1280) expect(picture.height, address).toBe(574)
      else expect(picture.height, address).toBeLessThanOrEqual(0.6 * viewport.width)

      const words = [page.getByRole('heading', { level: 1 })]
      if (action) words.push(page.getByRole('main').getByRole('link', { name: action }))
      for (const word of words) {
        const at = await boxOf(word)
        expect(at.y, address).toBeGreaterThan(picture.y)
        expect(at.y + at.height, address).toBeLessThan(picture.y + picture.height)
        expect(at.y + at.height, address).toBeLessThan(viewport.height)
      }
      // Nothing covers the button.
      await words[1]?.click({ trial: true })
    }
    expect(banners.length).toBeGreaterThan(1)
    await expect(slides.locator('img')).toHaveCount(banners.length)
    for (const [index, banner] of banners.entries()) {
      await expect(slides.locator('img').nth(index)).toHaveAttribute('src', new RegExp(`${banner}$`))
    }
  }
})

test('an area’s call to action leads to the promised section, also by keyboard', async ({ page }) => {
  for (const [address, action, part] of [
    ['/home/event', 'See dates and places', 'Timetable'],
    ['/home/party', 'Ask for a date', 'Contact us'],
  ] as const) {
    await visit(page, address)
    await page.getByRole('link', { name: action }).press('Enter')
    await expect(page.getByRole('heading', { name: part })).toBeFocused()
    await expect(page.getByRole('heading', { name: part })).toBeInViewport()
    await expect(page).toHaveURL(address)
  }
})

test('the words on a picture are readable even on a black picture', async ({ page }, { project }) => {
  await visit(page, '/home/home')
  const headline = page.getByRole('heading', { level: 1 })
  const ink = await headline.evaluate(heading => {
    for (const picture of document.querySelectorAll('.hero img')) {
      const black = document.createElement('canvas')
      black.getContext('2d')?.fillRect(0, 0, black.width, black.height)
      Object.assign(black.style, { position: 'absolute', inset: 0, width: '100%', height: '100%' })
      picture.replaceWith(black)
    }
    const { color } = getComputedStyle(heading)
    heading.style.color = 'transparent'
    return color.match(/\d+/g)?.map(Number) ?? []
  })
  for (const width of project.name === 'phone' ? [320, 390, 768] : [1280, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const ground = await sharp(await headline.screenshot())
      .removeAlpha()
      .raw()
      .toBuffer()
    let darkest = 1
    for (let at = 0; at < ground.length; at += 3) {
      darkest = Math.min(darkest, luminance([...ground.subarray(at, at + 3)]))
    }
    expect((darkest + 0.05) / (luminance(ink) + 0.05), `at ${width}`).toBeGreaterThan(4.5)
  }
})

/** Computes the relative luminance of red, green and blue (WCAG). */
function luminance(colour: number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.map(value =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

async function boxOf(what: Locator) {
  const box = await what.boundingBox()
  if (!box) throw new Error('It is not shown.')
  return box
}

signedInTest(
  'a text that fails to load can be loaded again; one not yet written links elsewhere',
  { tag: '@desk' },
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
