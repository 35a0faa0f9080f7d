import type { Browser, Page } from '@playwright/test'
import sharp from 'sharp'
import * as addresses from '#contract/addresses.ts'
import * as office from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { businessSentences, stepWants } from '#domain/office/business-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { expectAccessible } from '../barriers.ts'
import { childTick, confirmBooking, openBooking } from '../booking-dialog.ts'
import { fillChild } from '../child-fields.ts'
import { newHousehold, readCode, readMail } from '../people.ts'
import { setClockOf } from '../set-clock.ts'
import { expect, reload, visit } from '../site-test.ts'
import { requireSound } from '../start-servers.ts'
import type { Session } from '../timetable.ts'
import { today } from '../today.ts'
import { emptyTest } from './empty-business.ts'
import { comeInByLink, createOfficeClient, holdDevice } from './staff-sign-in.ts'

// Nobody is signed in at first, and visitors get the waiting page until the business opens.
emptyTest.use({ expectedComplaints: [/status of (401|503)/] })

const email = 'odile@larkfield.test'

/** Opens another visitor's browser with a window of the same size. */
async function openStranger(browser: Browser, page: Page, site: string): Promise<Page> {
  const viewport = page.viewportSize()
  const stranger = await browser.newContext({
    baseURL: site,
    viewport,
    extraHTTPHeaders: newHousehold(),
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  })
  await setClockOf(stranger)
  return stranger.newPage()
}

async function picture(name: string) {
  const plum = { create: { width: 900, height: 900, channels: 3 as const, background: '#7a4fa3' } }
  return { name, mimeType: 'image/png', buffer: await sharp(plum).png().toBuffer() }
}

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    await page.getByRole('textbox', { name: new RegExp(`^${label}`) }).fill(value)
  }
}

const isAtStep = (page: Page, step: string) =>
  expect(page.getByRole('heading', { level: 2, name: step, exact: true })).toBeVisible()
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

/** Presses the link at the top of a page that leads back to the set-up. */
async function goOnSettingUp(page: Page, step: string): Promise<void> {
  await page
    .getByRole('region', { name: 'Setting up' })
    .getByRole('link', { name: new RegExp(`^(Next|Back to): ${step}$`) })
    .click()
  await isAtStep(page, step)
}

/** Presses the link at the end of a step that leads to the next one. */
async function goToStep(page: Page, step: string): Promise<void> {
  await page.getByRole('link', { name: `Next: ${step}` }).click()
  await isAtStep(page, step)
}

const choice = (page: Page, name: string) => page.getByRole('combobox', { name })

/** Makes an entry of a list that a step of the set-up shows. */
async function makeNew(page: Page, one: string, fields: Record<string, string>) {
  await page.getByRole('button', { name: `New ${one}` }).click()
  await fill(page, fields)
}

async function saveNew(page: Page, name: string): Promise<void> {
  await save(page)
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
}

emptyTest(
  'J1: an empty installation becomes a ballet school, and a stranger books and pays',
  async ({ page, browser, site, visitor, installation }) => {
    emptyTest.setTimeout(240_000)
    await holdDevice(page)
    await comeInByLink(page, installation.link, 'Odile Marsh', email)
    await expectAccessible(page, 24)
    // The first page of a new business lists the steps before opening.
    await expect(page.getByRole('heading', { name: 'Before you open' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Business', exact: true }).click()
    await isAtStep(page, 'Business')
    await fill(page, {
      'Trading name': 'Larkfield Ballet',
      'Contact email': 'hello@larkfield.test',
      Phone: '0117 496 0100',
      Address: '1 High Street, Larkfield',
      Postcode: 'BS1 1AA',
    })
    await save(page)
    await isAtStep(page, 'Look')
    const logo = page.getByRole('group', { name: 'Logo', exact: true })
    await logo.getByRole('button', { name: 'Choose a picture' }).click()
    const logoPicker = page.getByRole('dialog').last()
    await logoPicker.getByLabel('Picture from this device').setInputFiles(await picture('logo.png'))
    // A logo needs no description, because it shows the business's name.
    await expect(logoPicker.getByLabel('Describe the picture')).toHaveCount(0)
    await logoPicker.getByRole('button', { name: 'Use this picture' }).click()
    await expect(logo.getByRole('button', { name: 'Remove picture 1' })).toBeVisible()
    await page.getByRole('button', { name: 'Plum' }).click()
    await save(page)
    await isAtStep(page, 'Tax')
    // Secondary buttons take the colour, too.
    await expect(page.locator('html')).toHaveCSS('--color-brand-dark', /#8a3fa0/)
    await save(page)
    // Card payments and mail need nothing in this journey.
    await isAtStep(page, 'Card payments')
    await expect(page.getByText('Payments go to a practice page. No money moves')).toBeVisible()
    await page.getByRole('link', { name: 'Next: Mail' }).click()
    await fill(page, { 'Send it to': email })
    await page.getByRole('button', { name: 'Send me a test' }).click()
    await page.getByRole('button', { name: 'The test has arrived' }).click()
    await isAtStep(page, 'Venues and ages')
    await readMail(site, email, /^A test mail of Larkfield Ballet/)
    // The search finds a step by its name.
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('mail')
    await page.getByRole('option', { name: 'Mail Set up' }).click()
    await expect(page.getByText('A test mail arrived')).toBeVisible()
    await page.getByRole('link', { name: 'Next: Venues and ages' }).click()
    await isAtStep(page, 'Venues and ages')

    await makeNew(page, 'venue', {
      Name: 'Larkfield Hall',
      Address: '2 Church Lane',
      Postcode: 'BS1 1AB',
    })
    await saveNew(page, 'Larkfield Hall')
    await page.getByRole('button', { name: 'Larkfield Hall', exact: true }).click()
    const rooms = page.getByRole('region', { name: 'Rooms' })
    await rooms.getByRole('button', { name: 'New room' }).click()
    const panel = page.getByRole('dialog', { name: 'New room at Larkfield Hall' })
    await panel.getByRole('textbox', { name: 'Name' }).fill('Studio')
    await panel.getByLabel('Holds').fill('14')
    await panel.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(rooms.getByRole('button', { name: 'Studio' })).toBeVisible()
    await expect(panel).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await makeNew(page, 'age group', { Name: '4 to 6 years' })
    await saveNew(page, '4 to 6 years')
    await goToStep(page, 'Classes')

    await makeNew(page, 'type', {
      Name: 'Ballet',
      'In one or two sentences': 'First steps at the barre.',
    })
    await page
      .getByRole('group', { name: 'Picture' })
      .getByRole('button', { name: 'Choose a picture' })
      .click()
    const picker = page.getByRole('dialog').last()
    await picker.getByLabel('Picture from this device').setInputFiles(await picture('ballet.png'))
    await picker.getByLabel('Describe the picture').fill('Children at the barre')
    await picker.getByRole('button', { name: 'Use this picture' }).click()
    await page.getByRole('textbox', { name: 'Introduction' }).click()
    await page.keyboard.type('We begin with games and end with a curtsey.')
    await saveNew(page, 'Ballet')
    await goToStep(page, 'Timetable')

    await page.getByRole('link', { name: 'Terms', exact: true }).click()
    await page.getByRole('button', { name: 'New term' }).first().click()
    await fill(page, { Name: 'First term' })
    await page.getByLabel('First day').fill(today())
    await page.getByLabel('Last day').fill(addDays(today(), 83))
    await save(page)
    await expect(page.getByRole('heading', { name: 'First term' })).toBeVisible()
    await page.getByRole('link', { name: 'New class: First term' }).click()
    // There is one of each, so they are chosen already, and the term sets the days.
    await expect(choice(page, 'Type').locator('option:checked')).toHaveText('Ballet')
    await expect(choice(page, 'Venue').locator('option:checked')).toHaveText('Larkfield Hall')
    await expect(choice(page, 'Term').locator('option:checked')).toHaveText('First term')
    await choice(page, 'Age').selectOption('4 to 6 years')
    // Medical notes are shown from 36 hours before a date.
    const day = addDays(today(), 1)
    const weekday = new Date(day).toLocaleDateString('en-GB', { weekday: 'long' })
    await page.getByRole('checkbox', { name: weekday }).check()
    await choice(page, 'Room').selectOption('Studio')
    await fill(page, { 'Price of a date': '8.50' })
    // The days appear by themselves.
    await expect(page.getByRole('heading', { name: '12 dates' })).toBeVisible()
    await page.getByRole('button', { name: 'Make 12 drafts' }).click()
    await expect(page.getByRole('heading', { name: 'Ballet', level: 1 })).toBeVisible()
    await page.getByRole('button', { name: 'Publish 12 drafts' }).first().click()
    await page.getByRole('button', { name: 'Publish 12 dates now' }).click()
    await expect(page.getByText('12 published')).toBeVisible()
    await goOnSettingUp(page, 'Terms and privacy')

    await page.getByRole('button', { name: 'Write drafts' }).click()
    await expect(page.getByText('The drafts are written')).toBeVisible()
    for (const text of ['Terms & Conditions', 'Privacy Policy']) {
      await page.getByRole('link', { name: text }).click()
      const words = page.getByRole('dialog').getByRole('textbox', { name: text })
      await expect(words).toContainText('[')
      await words.click()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type('A place is yours once it is paid for.')
      await save(page)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await goOnSettingUp(page, text === 'Privacy Policy' ? 'Open' : 'Terms and privacy')
    }
    await page.getByRole('button', { name: 'Open for bookings' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Open without being paid' }).click()
    await expect(page.getByText('You are open for bookings')).toBeVisible()
    await expect(page.getByRole('img', { name: `QR code of ${site}/` })).toBeVisible()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy the text' }).click()
    await expect(page.getByRole('button', { name: 'Copied the text' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `Larkfield Ballet is open for bookings. See our classes and book a place: ${site}/`,
    )
    const stranger = await openStranger(browser, page, site)
    await page.getByRole('button', { name: 'Copy the button' }).click()
    await stranger.setContent(await page.evaluate(() => navigator.clipboard.readText()))
    await expect(stranger.getByRole('link', { name: 'Book a class' })).toHaveAttribute('href', `${site}/`)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { name: 'Set up your business' })).toBeHidden()
    await expect(page.getByText('Book with Larkfield Ballet')).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
    await expectAccessible(page, 24)

    await visit(stranger, addresses.home())
    await expect(stranger).toHaveTitle(/Larkfield Ballet/)
    await expect(stranger.getByRole('heading', { name: 'Ballet', exact: true })).toBeVisible()
    await expectAccessible(stranger)
    await stranger.getByRole('link', { name: 'Sign up' }).click()
    await expect(stranger.getByRole('button', { name: 'Send Code' })).toBeVisible()
    const parent = 'nadine@example.test'
    await fill(stranger, {
      'First name': 'Nadine',
      'Last name': 'Hart',
      Mobile: '07700 900155',
      Email: parent,
    })
    await stranger.getByRole('button', { name: 'Send Code' }).click()
    await stranger.getByLabel(/^Password/).fill('tulips in March')
    await stranger.getByLabel('Confirm password').fill('tulips in March')
    await stranger.getByLabel('I agree to the Terms and Conditions').check()
    await fill(stranger, { 'Verification code': await readCode(site, parent) })
    await stranger.getByRole('button', { name: 'Sign up' }).click()
    await fill(stranger, {
      'Address line 1': '8 Cabot Rise',
      'Address line 2': 'Redcliffe',
      Town: 'Bristol',
      Postcode: 'BS1 6QZ',
    })
    await stranger.getByLabel('I agree to the Terms and Conditions').check()
    await stranger.getByRole('button', { name: 'Save and go on' }).click()
    await fillChild(stranger)
    await stranger.getByRole('button', { name: 'Save and go on' }).click()
    await stranger.getByText('Friend or family').click()
    await stranger.getByRole('button', { name: 'Finish' }).click()
    await expect(stranger.getByRole('link', { name: 'Hi, Nadine' })).toBeVisible()

    const [found] = await visitor.offerings.class.timetable({ startDate: day, endDate: day })
    const dialog = await openBooking(stranger, found?.sessions[0] as Session)
    await expect(childTick(dialog, 'Otto')).toBeChecked()
    await confirmBooking(stranger, dialog)
    await expect(stranger.getByText('This is a practice card page.')).toBeVisible()
    await stranger.getByRole('button', { name: 'Pay £8.50' }).click()
    await expect(stranger.getByRole('heading', { name: 'Thank you for your booking' })).toBeVisible()
    const mail = await readMail(site, parent, /^Your booking is confirmed/)
    expect(mail.text).toContain('Larkfield Hall')

    await visit(page, office.business())
    const pause = page.getByRole('group', { name: 'Pause bookings' })
    await pause.getByRole('textbox', { name: 'What visitors read' }).fill('Back after Easter.')
    await pause.getByRole('button', { name: 'Pause bookings' }).click()
    await expect(pause.getByText('Bookings are paused')).toBeVisible()
    await visit(stranger, addresses.home())
    await expect(stranger.getByText('Back after Easter.')).toBeVisible()
    await expectAccessible(stranger)
    await pause.getByRole('button', { name: 'Resume bookings' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Resume bookings' }).click()
    await expect(page.getByText('Families can book again')).toBeVisible()
    await reload(stranger)
    await expect(stranger.getByText('Back after Easter.')).toHaveCount(0)
    await stranger.context().close()

    await visit(page, `${office.registers()}?date=${day}`)
    await page.getByRole('link', { name: /Ballet/ }).click()
    await expect(page.getByRole('link', { name: 'Otto Hart' })).toBeVisible()
    await expect(page.getByText('Hazelnuts')).toBeVisible()
    await visit(page, office.today())
    await expect(page.getByRole('region', { name: 'Setting up' })).toHaveCount(0)
    // The business opened with practice payments, and Today still says so.
    await page.getByRole('link', { name: 'Payments go to a practice page. No money moves' }).click()
    await expect(page.getByRole('heading', { name: 'Card payments' })).toBeVisible()
    const { DATABASE_URL } = installation.settings
    if (DATABASE_URL) await requireSound(DATABASE_URL)
  },
)

emptyTest(
  'J1 refused: visitors wait, and a first owner corrects an address, reloads and cancels a passkey',
  async ({ page, browser, site, installation }) => {
    const stranger = await openStranger(browser, page, site)
    await stranger.goto(addresses.register())
    await expect(stranger.getByText('We are getting ready. Booking opens soon')).toBeVisible()
    expect((await stranger.goto(addresses.home()))?.status()).toBe(503)

    await visit(page, installation.link)
    await page.getByLabel('Full name').fill('Odile Marsh')
    const address = page.getByLabel('Email')
    await address.fill('odile')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(address).toHaveAttribute('aria-invalid', 'true')
    await expect(address).toBeFocused()
    await address.fill(email)
    await reload(page)
    await expect(page.getByLabel('Full name')).toHaveValue('Odile Marsh')
    await expect(address).toHaveValue(email)

    // As if the browser's passkey window were hidden and nobody answered.
    await page.evaluate(() => {
      navigator.credentials.create = options =>
        new Promise((_answer, refuse) =>
          options?.signal?.addEventListener('abort', () => refuse(options.signal?.reason)),
        )
    })
    await page.getByRole('button', { name: 'Continue' }).click()
    const use = page.getByRole('button', { name: 'Use this device' })
    await use.click()
    await expect(page.getByText('Waiting for your device…')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Waiting for your device…')).toHaveCount(0)
    await expect(use).toBeFocused()
    await use.press('Enter')
    await expect(page.getByText('Waiting for your device…')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText('Waiting for your device…')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Use a password and an authenticator app' })).toBeVisible()

    // Opening the link again starts from the beginning.
    await page.goto('about:blank')
    await holdDevice(page)
    await comeInByLink(page, installation.link, 'Odile Marsh', email)
    await visit(stranger, installation.link)
    await expect(stranger.getByText(officeSentences.linkEnded)).toBeVisible()
    await stranger.context().close()

    await visit(page, office.setUp({ step: 'open' }))
    await expect(page.getByText('6 steps are missing before you can open.')).toBeVisible()
    await expect(page.getByText(stepWants.classes)).toBeVisible()
    await expectAccessible(page, 24)
    await expect(page.getByRole('button', { name: 'Open for bookings' })).toHaveCount(0)
    await expect(createOfficeClient(page, site).business.open({})).rejects.toThrow(businessSentences.notReady)
    await visit(page, office.setUp({ step: 'business' }))
    await save(page)
    await expect(page.getByText('Trading name is required').first()).toBeVisible()

    // A preset shows what it fills in, takes one press, and is not offered again.
    const begin = page.getByRole('region', { name: 'Begin with what is usual' })
    await begin.getByText('Music', { exact: true }).click()
    await expect(begin.getByText('Baby music')).toBeVisible()
    await begin.getByText('Dance', { exact: true }).click()
    await expect(begin.getByText('Baby music')).toHaveCount(0)
    await expectAccessible(page, 24)
    await begin.getByRole('button', { name: 'Fill these in' }).click()
    await expect(page.getByText('4 ages and 4 types of classes are there')).toBeVisible()
    await expect(begin).toHaveCount(0)
    await expect(page.locator('html')).toHaveCSS('--color-brand', /^light-dark\(#8a3fa0, ?#[0-9a-f]{6}\)$/)
    await visit(page, office.setUp({ step: 'classes' }))
    await expect(page.getByText('A picture for', { exact: false })).toBeVisible()
    await visit(page, addresses.home())
    await expect(page.getByText('Only you can see this')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Dance classes for every age' })).toBeVisible()
  },
)
