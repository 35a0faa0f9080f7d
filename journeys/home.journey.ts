import type { Page } from '@playwright/test'
import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { expectAccessible } from './barriers.ts'
import { message } from './booking-dialog.ts'
import { addressOf, watchCalls } from './calls-of-page.ts'
import { freshEmail } from './people.ts'
import { expect, reload, signedInTest, test, visit } from './site-test.ts'

const popup = { name: 'A little treat for your inbox' }

// Proves HOME-01, HOME-03 to HOME-07, ROUTE-11.
test('the home page shows the banners, the types of classes and the promo blocks', { tag: '@desk' }, async ({
  page,
  visitor,
}) => {
  const home = await visitor.content.homeSettings()
  const types = await visitor.offerings.class.types()
  await visit(page, '/home/home')

  const banners = page.getByRole('region', { name: 'What is on' }).getByRole('list')
  expect((await banners.boundingBox())?.height).toBe(574)
  expect(home.banners.length).toBeGreaterThan(1)
  const pictures = banners.locator('img')
  await expect(pictures).toHaveCount(home.banners.length)
  for (const [index, banner] of home.banners.entries()) {
    await expect(pictures.nth(index)).toHaveAttribute('src', new RegExp(`${banner}$`))
  }
  await page.getByRole('button', { name: 'Next picture' }).click()
  await expect(page.getByText(`Picture 2 of ${home.banners.length}`)).toBeAttached()

  await expect(page.getByRole('heading', { level: 1, name: home.title1 })).toBeVisible()
  for (const [title, text, image] of [
    [home.title2, home.text2, home.image2],
    [home.title3, home.text3, home.image3],
  ] as const) {
    const block = page.locator('section').filter({ has: page.getByRole('heading', { name: title }) })
    await expect(block).toContainText(plain(text).slice(0, 40))
    await expect(block.locator('img')).toHaveAttribute('src', new RegExp(`${image}$`))
  }

  const cards = page.getByRole('region', { name: 'What will they love?' }).getByRole('listitem')
  await expect(cards).toHaveCount(types.length)
  for (const [index, type] of types.entries()) {
    const card = cards.nth(index)
    await expect(card.getByRole('heading', { name: type.name })).toBeVisible()
    await expect(card).toContainText(type.ages)
    await expect(card).toContainText(plain(type.introduction))
    await expect(card.locator('img')).toHaveAttribute('src', new RegExp(`${type.image}$`))
  }
  await cards.nth(1).getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/home/classify/detail\\?id=${types[1]?.id}$`))
})

test('the slides change by themselves until paused, but not with reduced motion', async ({ page }) => {
  const pictures = page.getByRole('region', { name: 'What is on' })
  const shows = (number: number) =>
    expect(pictures.getByText(new RegExp(`^Picture ${number} of`))).toBeAttached()
  await page.clock.install()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await visit(page, '/home/home')
  const pause = pictures.getByRole('button', { name: 'Pause the pictures' })
  await expect(pause).toBeVisible()
  await page.clock.runFor(6_000)
  await shows(2)
  await pause.click()
  await page.clock.runFor(60_000)
  await shows(2)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await reload(page)
  await page.clock.runFor(60_000)
  await shows(1)
  await pictures.getByRole('button', { name: 'Play the pictures' }).click()
  await page.clock.runFor(6_000)
  await shows(2)
})

test('the first slide is preloaded on narrow screens, and loads by itself on wide ones', async ({
  page,
  visitor,
}, { project }) => {
  const { banners } = await visitor.content.homeSettings()
  const name = (banners[0] as string).replace(/^.*\/|\.webp$/g, '')
  const asked: string[] = []
  page.on('request', request => asked.push(request.url().replace(/^.*\//, '')))
  await visit(page, '/home/home')
  const first = page.getByRole('region', { name: 'What is on' }).locator('img').first()
  await expect
    .poll(() => first.evaluate((picture: HTMLImageElement) => [picture.complete, picture.naturalWidth > 0]))
    .toEqual([true, true])
  // React has hydrated the page and left the picture as it was.
  const isNarrow = project.name === 'phone'
  const shown = await first.evaluate((picture: HTMLImageElement) => picture.currentSrc)
  expect(shown).toMatch(isNarrow ? /^data:image\/webp;base64,/ : new RegExp(`/${name}\\.webp$`))
  expect(asked.filter(file => file.startsWith(name))).toEqual(isNarrow ? [] : [`${name}.webp`])
})

test('a first visit on a phone makes at most sixteen requests and none for inlined styles @phone', async ({
  page,
}) => {
  for (const path of ['/home/home', '/home/classes']) {
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    await visit(page, path)
    await page.waitForLoadState('networkidle')
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(16)
    const brought = await page
      .locator('link[rel=stylesheet][disabled]')
      .evaluateAll(links => links.map(link => link.getAttribute('href') as string))
    expect(brought.length).toBeGreaterThan(1)
    expect(asked.filter(file => brought.includes(file))).toEqual([])
    page.removeAllListeners('request')
  }
})

test('on a phone pictures further down load after a scroll, or if the code fails to load @phone', async ({
  page,
  visitor,
  expectedComplaints,
}) => {
  expectedComplaints.push(/ERR_FAILED/)
  const types = await visitor.offerings.class.types()
  const arePicturesThere = () =>
    page
      .getByRole('region', { name: 'What will they love?' })
      .locator('img')
      .evaluateAll(pictures => pictures.map(picture => picture.checkVisibility()))
  const all = types.map(() => true)
  await visit(page, '/home/home')
  expect(await arePicturesThere()).toEqual(types.map((_, at) => at < 3))
  await page.mouse.wheel(0, 100)
  await expect.poll(arePicturesThere).toEqual(all)

  await page.route(/entry-client/, route => route.abort())
  await page.goto('/home/home')
  await expect.poll(arePicturesThere).toEqual(all)
})

// Proves HOME-08, HOME-10 to HOME-12.
test('a visitor is asked for an email address, by keyboard, and not again once it is given', async ({
  page,
  context,
}) => {
  const sent = watchCalls(page, contract.enquiries.subscribe)
  await visit(page, '/home/home')
  await lookRound(page)
  const dialog = page.getByRole('dialog', popup)
  await expect(dialog).toBeVisible()

  await page.getByRole('main').focus()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(message(page, sentences.emailRequired)).toBeVisible()
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await expectAccessible(page)
  expect(sent).toEqual([])

  const email = freshEmail('Dee')
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(message(page, sentences.successful)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  expect(sent).toEqual([{ email }])

  const another = await context.newPage()
  await visit(another, '/home/home')
  await expect(another.getByRole('link', { name: 'Log in' })).toBeVisible()
  await lookRound(another)
  await expect(another.getByRole('dialog', popup)).toBeHidden()
})

// Proves HOME-13.
test('a visitor who closes the email sign-up is not asked again during this visit', {
  tag: '@phone',
}, async ({ page, browser, site }) => {
  await visit(page, '/home/home')
  await lookRound(page)
  const dialog = page.getByRole('dialog', popup)
  await dialog.getByLabel('Email').focus()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
  await lookRound(page)
  await expect(dialog).toBeHidden()

  const later = await browser.newPage({ baseURL: site })
  await visit(later, '/home/home')
  await lookRound(later)
  await later.getByRole('dialog', popup).getByRole('button', { name: 'Close' }).click()
  await expect(later.getByRole('dialog', popup)).toBeHidden()
  await later.close()
})

// Proves HOME-09.
signedInTest('a signed-in parent is not asked for an email address', async ({ page }) => {
  await visit(page, '/home/home')
  await expect(page.getByRole('link', { name: 'Hi, Robyn' })).toBeVisible()
  await lookRound(page)
  await expect(page.getByRole('dialog', popup)).toHaveCount(0)
})

// Proves HOME-08.
test('the email sign-up opens after 20 seconds, or once the visitor has looked round', {
  tag: '@desk',
}, async ({ page }) => {
  await page.clock.install()
  await visit(page, '/home/home')
  const dialog = page.getByRole('dialog', popup)
  const tooEarly = page.waitForRequest(/deals-popup/, { timeout: 1_000 })
  const noneComes = expect(tooEarly).rejects.toThrow('Timeout')
  await page.clock.runFor(15_000)
  await noneComes
  await page.clock.runFor(5_000)
  await expect(dialog).toBeVisible()
})

test('the email sign-up covers none of the page’s buttons', async ({ page }, { project }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const isPhone = project.name === 'phone'
  if (!isPhone) await page.setViewportSize({ width: 1280, height: 800 })
  const seen = { shown: 0, covered: 0, madeRoom: 0 }
  await visit(page, '/home/home')
  await lookRound(page)
  const dialog = page.getByRole('dialog', { ...popup, includeHidden: true })
  await expect(dialog).toBeAttached()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let top = 0; top < height; top += 240) {
    await page.evaluate(to => window.scrollTo(0, to), top)
    await untilDrawn(page)
    const { isShown, covers } = await dialog.evaluate(shown => {
      const at = shown.getBoundingClientRect()
      const others = [...document.querySelectorAll('main .button')].filter(one => !shown.contains(one))
      const isUnder = (one: Element) => {
        const { top, bottom, left, right } = one.getBoundingClientRect()
        return top < at.bottom && bottom > at.top && left < at.right && right > at.left
      }
      return {
        isShown: getComputedStyle(shown).visibility === 'visible',
        covers: others.some(isUnder),
      }
    })
    if (isShown) seen.shown++
    if (isShown && covers) seen.covered++
    if (!isShown && covers) seen.madeRoom++
  }
  expect(seen.covered).toBe(0)
  expect(seen.shown).toBeGreaterThan(3)
  expect(seen.madeRoom).toBeGreaterThan(0)
})

test('the email sign-up covers neither the footer’s links nor the focused element', {
  tag: '@desk',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await visit(page, '/home/home')
  await lookRound(page)
  const dialog = page.getByRole('dialog', popup)
  await expect(dialog).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const footer = page.getByRole('contentinfo')
  for (const name of ['FAQ', /^Terms/, /^Privacy/]) {
    const isOnTop = () =>
      footer.getByRole('link', { name }).evaluate(link => {
        const { left, top, width, height } = link.getBoundingClientRect()
        return link.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      })
    await expect.poll(isOnTop, { message: `${name} is in sight` }).toBe(true)
  }

  // Every focused link is visible, even one where the popup is.
  await page.evaluate(() => window.scrollTo(0, 600))
  await expect(dialog).toBeVisible()
  const moved = await dialog.evaluate(shown => {
    const { left, top } = shown.getBoundingClientRect()
    const link = document.createElement('a')
    link.href = '/home/about'
    link.textContent = 'Under the popup'
    link.style.setProperty('position', 'fixed')
    link.style.setProperty('left', `${left + 20}px`)
    link.style.setProperty('top', `${top + 20}px`)
    document.querySelector('main')?.append(link)
    link.focus()
    return link.textContent
  })
  await expect(dialog).toBeHidden()
  await page.getByRole('link', { name: moved ?? '' }).evaluate(link => (link as HTMLElement).blur())
  await expect(dialog).toBeVisible()
})

/** Scrolls, which opens the email question, and waits until its code has loaded. */
async function lookRound(page: Page): Promise<void> {
  // Past the finder, whose buttons the popup would cover.
  await page.mouse.wheel(0, 600)
  await page.waitForLoadState('networkidle')
  await untilDrawn(page)
}

const untilDrawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>(resolve =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 20))),
      ),
  )

test('parts that fail to load say so, and load on another try', async ({ page, expectedComplaints }) => {
  expectedComplaints.push(/500/)
  await visit(page, '/login')
  await page.route(addressOf(contract.content.siteSettings), route =>
    route.fulfill({ status: 500, body: '{}' }),
  )
  await page.getByRole('link', { name: 'Home' }).click()
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await expectAccessible(page)
  await page.unroute(addressOf(contract.content.siteSettings))
  await again.click()
  await expect(page.getByRole('region', { name: 'What is on' })).toBeVisible()
})

const plain = (html: string) => html.replace(/<[^>]*>/g, '')
