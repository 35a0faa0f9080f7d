import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { message } from './booking-dialog.ts'
import { refuse, watchCalls } from './calls-of-page.ts'
import { freshEmail, readMail } from './people.ts'
import { expect, test, visit } from './site-test.ts'

const plain = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
const picture = (path: string) => new RegExp(`/media/${path}$`)

const pages = [
  {
    page: 'party',
    tag: '@phone',
    headings: ['Party Types', 'Kids Party Themes', 'Add on items'],
    call: contract.enquiries.sendPartyEnquiry,
    subject: 'Party enquiry from',
  },
  {
    page: 'bespoke',
    tag: '@desk',
    headings: ['Packages', 'Benefits', 'What is in our Bespoke packages'],
    call: contract.enquiries.sendBespokeEnquiry,
    subject: 'Private class enquiry from',
  },
] as const

test('texts of the business that fail to load can be tried again', { tag: '@desk' }, async ({ page }) => {
  const { basics, ...sections } = contract.promoPages.party
  const calls = [basics, ...Object.values(sections), contract.content.eventSettings]
  for (const call of calls) await refuse(page, call, 'Not today')
  const menu = page.getByRole('navigation', { name: /^(Main|Menu)$/ }).filter({ visible: true })
  await visit(page, '/home/about')
  await menu.getByRole('link', { name: 'Events' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Events & Camps')
  await expect(page.locator('.hero .skeleton')).toHaveCount(0)
  await menu.getByRole('link', { name: 'Parties' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Parties')
  const tryAgain = page.getByRole('main').getByRole('button', { name: 'Try again' })
  await expect(tryAgain).toHaveCount(4)
  await expect(page.locator('.hero .skeleton')).toHaveCount(0)
  await page.unrouteAll()
  for (let left = 4; left > 0; left--) {
    await tryAgain.first().click()
    await expect(tryAgain).toHaveCount(left - 1)
  }
  await expect(page.getByRole('heading', { level: 2 })).toContainText([
    'Party Types',
    'Kids Party Themes',
    'Add on items',
  ])
  await expect(page.locator('.promo')).toHaveCount(2)
})

for (const { page: name, tag, headings, call, subject } of pages) {
  // Proves BESP-01 to BESP-05, PARTY-01 to PARTY-06, ROUTE-34.
  test(`the ${name} page shows the texts of the business`, { tag }, async ({ page, visitor }) => {
    const calls = visitor.promoPages[name]
    const [basics, ...sections] = await Promise.all([
      calls.basics(),
      calls.types(),
      calls.themes(),
      calls.products(),
    ])
    await visit(page, `/home/${name}`)
    const slides = page.getByRole('region', { name: 'Pictures of what we do' }).locator('img')
    await expect(slides).toHaveCount(basics.banners.length)
    for (const [index, banner] of basics.banners.entries()) {
      await expect(slides.nth(index)).toHaveAttribute('src', picture(banner))
    }
    const blocks = page.locator('.promo')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(basics.title1)
    await expect(blocks).toHaveText([basics.title2 + plain(basics.textTop), plain(basics.textBottom)])
    for (const [index, image] of [basics.imageTop, basics.imageBottom].entries()) {
      await expect(blocks.nth(index).locator('img')).toHaveAttribute('src', picture(image))
    }

    await expect(page.getByRole('heading', { level: 2 })).toContainText([...headings, 'Contact us'])
    for (const [index, heading] of headings.entries()) {
      const items = sections[index] ?? []
      const section = page.getByRole('region', { name: heading, exact: true })
      await expect(section.getByRole('heading', { level: 3 })).toHaveText(items.map(({ title }) => title))
      await expect(section.locator('img')).toHaveCount(items.length)
      for (const [place, { image }] of items.entries()) {
        await expect(section.locator('img').nth(place)).toHaveAttribute('src', picture(image))
      }
    }
    for (const item of [...(sections[1] ?? []), ...(sections[2] ?? [])]) {
      await expect(page.getByRole('main')).toContainText(plain(item.contentHtml))
    }
    for (const type of sections[0] ?? []) {
      await page.getByRole('button', { name: `More Info about ${type.title}` }).click()
      const popup = page.getByRole('dialog', { name: type.title })
      await expect(popup.locator('.rich-text')).toContainText(plain(type.contentHtml).slice(0, 60))
      await page.keyboard.press('Escape')
      await expect(popup).toHaveCount(0)
    }
  })

  // Proves BESP-06 to BESP-09, PARTY-07 to PARTY-11.
  test(`a visitor writes to the business from the ${name} page`, { tag }, async ({ page, site, visitor }) => {
    const sent = watchCalls(page, call)
    await visit(page, `/home/${name}`)
    // The page checks nothing. The server says what is missing.
    await page.getByLabel('Email').fill('nowhere')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(message(page, sentences.contentRequired)).toBeVisible()
    expect(sent).toEqual([{ name: '', email: 'nowhere', phone: '', content: '' }])

    const email = freshEmail('gwenwhoseaddresshasnoend')
    await page.getByLabel('Full name').fill(`Gwen of ${email}`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Mobile').fill('07700 900009')
    await page.getByLabel('Your Message').fill('Twelve pirates on a Saturday?')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(message(page, sentences.successful)).toBeVisible()
    expect(sent[1]).toEqual({
      name: `Gwen of ${email}`,
      email,
      phone: '07700 900009',
      content: 'Twelve pirates on a Saturday?',
    })
    // The message says what happens next and where the answer will arrive.
    const thanks = page.getByRole('status').filter({ hasText: 'Thank you' })
    await expect(thanks).toContainText(email)
    // A long address does not make the message wider than a phone, where its end would be cut off.
    expect((await thanks.boundingBox())?.width).toBeLessThan(page.viewportSize()?.width ?? 0)
    await expect(page.getByLabel('Your Message')).toHaveValue('')
    const { contactEmail } = await visitor.content.siteSettings()
    const mail = await readMail(site, contactEmail, new RegExp(`^${subject} Gwen of ${email}`))
    expect(mail.text).toContain('Twelve pirates')
  })
}
