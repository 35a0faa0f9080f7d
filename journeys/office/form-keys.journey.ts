import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import * as addresses from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { businessSentences } from '#domain/office/business-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { press, tabTo } from '../by-keyboard.ts'
import { holdBack } from '../calls-of-page.ts'
import { expect, leaveUnsaved, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { enterOffice } from './at-the-door.ts'
import { isPhone } from './planned-classes.ts'

// `selectOption` tells "input" and "change" in one breath: what is drawn between the two is only met by keys.
test('the choices of a new class are made by keyboard, and stay', async ({ page, site }) => {
  await enterOffice(page, site, 'owner')
  await visit(page, addresses.newClass())
  for (const name of ['Type', 'Venue', 'Age', 'Term', 'Weeks']) {
    const choice = page.getByRole('combobox', { name: new RegExp(`^${name}`) })
    await tabTo(page, choice)
    const before = await choice.inputValue()
    await page.keyboard.press('ArrowDown')
    await expect(choice).not.toHaveValue(before)
    const chosen = await choice.inputValue()
    // What the choice changes elsewhere has been drawn by the next key.
    await page.keyboard.press('Tab')
    await expect(choice).toHaveValue(chosen)
  }
})

test('what is unsaved is asked about however it is left, and skipping to the page is no leaving @desk', async ({
  page,
  site,
}) => {
  await enterOffice(page, site, 'owner')
  await visit(page, addresses.newClass())
  const name = page.getByLabel('Name', { exact: true })
  await tabTo(page, name)
  await page.keyboard.type('Barre')
  const skip = page.getByRole('link', { name: 'Skip to the page' })
  await skip.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const leaveByPalette = async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Today')
    await page.keyboard.press('Enter')
  }
  await leaveByPalette()
  const question = page.getByRole('dialog', { name: 'Please confirm' })
  // It begins with the answer that loses nothing.
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(name).toHaveValue('Barre')
  await leaveByPalette()
  await press(page, question.getByRole('button', { name: 'Yes' }))
  await expect(page).toHaveURL(new RegExp(`${addresses.today()}$`))
  // Neither the palette nor the guarded form has left an entry of its own: each step back is a page.
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`${addresses.newClass()}$`))
  await page.goBack()
  await expect(page).not.toHaveURL(new RegExp(`${addresses.newClass()}$`))
  await visit(page, addresses.newClass())
  await expect(name).toHaveValue('')
})

test('two forms of a page are asked about together, and the save of one asks nothing of the other', async ({
  page,
  site,
}) => {
  await enterOffice(page, site, 'owner')
  await visit(page, addresses.business())
  const phone = page.getByLabel('Phone')
  const vatNumber = page.getByLabel('VAT number')
  const typed = async (field: Locator) => field.fill(await field.inputValue())
  const question = page.getByRole('dialog', { name: 'Please confirm' })
  const leave = () => page.getByRole('link', { name: 'Staff', exact: true }).click()
  await typed(phone)
  await vatNumber.fill('GB')
  await page.locator('.edit-form').filter({ has: phone }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  await expect(question).toHaveCount(0)
  await typed(phone)
  await leave()
  await expect(question).toHaveCount(1)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(vatNumber).toHaveValue('GB')
  await leave()
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByRole('heading', { name: 'Staff', level: 1 })).toBeVisible()
  await expect(question).toHaveCount(0)
  // No entry of its own is left: one step back is a page.
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Business', level: 1 })).toBeVisible()
  await expect(question).toHaveCount(0)
})

test('a panel begins with its first field, and no step of the focus falls to nothing @desk', async ({
  page,
  site,
}) => {
  await enterOffice(page, site, 'owner')
  await visit(page, addresses.terms())
  const opener = page.getByRole('button', { name: 'New term' })
  const before = await opener.boundingBox()
  await press(page, opener)
  const panel = page.getByRole('dialog', { name: 'New term' })
  expect(await opener.boundingBox()).toEqual(before)
  await expect(panel.getByLabel('Name')).toBeFocused()
  await press(page, panel.getByRole('button', { name: 'Add a closure' }))
  await expect(panel.getByRole('textbox', { name: 'Name' }).last()).toBeFocused()
  await page.keyboard.type('Fair')
  await expect(panel.getByRole('textbox', { name: 'Name' }).last()).toHaveValue('Fair')
  // The button goes with what it takes away.
  await press(page, panel.getByRole('button', { name: 'Remove Fair' }))
  await expect(panel.getByRole('button', { name: 'Add a closure' })).toBeFocused()

  await visit(page, addresses.setUp({ step: 'business' }))
  await press(page, page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: /^Look/ }))
  await expect(page.getByRole('heading', { name: 'Look', exact: true })).toBeFocused()
})

test('a long panel begins with its name, and its Save stays in its place; choosing a picture begins with its button, and describing one with the words', async ({
  page,
  site,
}) => {
  await enterOffice(page, site, 'owner')
  await visit(page, addresses.types())
  await press(page, page.getByRole('button', { name: 'New type' }).first())
  const panel = page.getByRole('dialog', { name: 'New type' })
  // A letter typed at once is the name's, and chooses no other kind.
  await expect(panel.getByLabel('Name')).toBeFocused()
  const save = panel.getByRole('button', { name: 'Save' })
  const before = await save.boundingBox()
  await panel.getByText('More', { exact: true }).scrollIntoViewIfNeeded()
  await panel.locator('.dialog-body').evaluate(body => body.scrollTo(0, body.scrollHeight))
  expect(await save.boundingBox()).toEqual(before)

  const choose = page.getByRole('group', { name: 'Picture', exact: true }).getByRole('button').first()
  await choose.press('Enter')
  const picker = page.getByRole('dialog', { name: 'Choose a picture' })
  const upload = picker.getByRole('button', { name: 'Upload a picture' })
  await expect(upload).toBeFocused()
  // What holds the buttons is no stop of its own.
  await page.keyboard.press('Shift+Tab')
  await expect(picker.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(upload).toBeFocused()
  const buffer = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#8a3fa0' } })
    .png()
    .toBuffer()
  await picker
    .getByLabel('Picture from this device')
    .setInputFiles({ name: 'words.png', mimeType: 'image/png', buffer })
  const words = page.getByRole('dialog', { name: 'Crop and describe it' }).getByLabel(/^Describe/)
  await expect(words).toBeFocused()
  // What was cut out and described is asked for before it goes, and not before it is there.
  await page.keyboard.press('Escape')
  await expect(words).toHaveCount(0)
  await expect(choose).toBeFocused()
  await choose.press('Enter')
  await picker
    .getByLabel('Picture from this device')
    .setInputFiles({ name: 'words.png', mimeType: 'image/png', buffer })
  await words.fill('Two dancers')
  const question = page.getByRole('dialog', { name: 'Please confirm' })
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.getByRole('button', { name: 'Another picture' }).press('Enter'),
  ]) {
    await leave()
    await press(page, question.getByRole('button', { name: 'Cancel' }))
    await expect(question).toHaveCount(0)
    await expect(words).toHaveValue('Two dancers')
  }
  await page.keyboard.press('Escape')
  await press(page, question.getByRole('button', { name: 'Yes' }))
  await expect(words).toHaveCount(0)
  await expect(choose).toBeFocused()
})

test('an arrow to another day keeps the focus at its end, and a day is typed figure by figure, noughts too, where what is shown follows it', async ({
  page,
  site,
}) => {
  await enterOffice(page, site, 'owner')
  const after = page.getByRole('button', { name: 'The day after' })
  // Once more where midnight came between.
  await expect(async () => {
    await visit(page, `${addresses.registers()}?date=${addDays(today(), 13)}`)
    await press(page, after)
    await expect(after).toBeDisabled({ timeout: 2_000 })
  }).toPass()
  await expect(after).toBeFocused()

  for (const [address, name] of [
    [addresses.registers(), 'Day'],
    [addresses.planner(), 'Go to a day'],
  ] as const) {
    await visit(page, address)
    const day = page.getByLabel(name, { exact: true })
    await day.focus()
    // The second of February, in whichever order this browser has day and month.
    await page.keyboard.type('02022027', { delay: 120 })
    await expect(day).toHaveValue('2027-02-02')
    await expect(page).toHaveURL(/=2027-02-02/)
  }
})

test('set-up steps whose answers fail say so, and can be tried again; a press without a connection is sent once there is one @phone', async ({
  page,
  site,
  context,
  expectedComplaints,
}) => {
  expectedComplaints.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  await enterOffice(page, site, 'owner')
  const broken = { code: 400, msg: 'Please try that again in a moment', data: null }
  for (const [step, call] of [
    ['mail', 'Business/mail'],
    ['open', 'Business/get'],
  ] as const) {
    await page.route(`**/api/Office/${call}`, route => route.fulfill({ json: broken }))
    await visit(page, addresses.setUp({ step }))
    await expect(page.getByText(broken.msg)).toBeVisible()
    await page.unroute(`**/api/Office/${call}`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText(broken.msg)).toHaveCount(0)
  }
  await visit(page, addresses.setUp({ step: 'mail' }))
  await page.getByLabel('Send it to').fill('owner@example.test')
  await context.setOffline(true)
  const press = page.getByRole('button', { name: 'Send me a test' })
  await press.click()
  await expect(page.getByText(officeSentences.offline)).toBeVisible()
  await context.setOffline(false)
  await press.click()
  await expect(page.getByRole('status').filter({ hasText: 'Sent.' })).toBeVisible()
  await expect(page.getByText(officeSentences.offline)).toHaveCount(0)
  await expect(page.getByText(/^Saved/)).toHaveCount(0)
})

test('a new class begins with the term it is opened from, and takes the days of one made beside it @desk', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'owner')
  const days = { startDate: '2029-01-08', endDate: '2029-03-30' }
  const name = `Spring ${Date.now()} ${test.info().project.name}`
  const { id } = await api.terms.save({ ...days, name, closures: [], keepDates: false })
  await visit(page, `${addresses.planner()}?day=2029-01-08&term=${id}`)
  await page.getByRole('link', { name: 'New class' }).first().click()
  const chosen = page.getByRole('combobox', { name: /^Term/ }).locator('option:checked')
  await expect(chosen).toHaveText(name)
  const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })]
  await expect(from).toHaveValue(days.startDate)
  await expect(to).toHaveValue(days.endDate)

  await page.getByRole('button', { name: 'New term' }).click()
  const panel = page.getByRole('dialog', { name: 'New term' })
  await panel.getByLabel('Name').fill(`${name} again`)
  await panel.getByLabel('First day').fill('2029-04-16')
  await panel.getByLabel('Last day').fill('2029-07-06')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(chosen).toHaveText(`${name} again`)
  await expect(from).toHaveValue('2029-04-16')
  await expect(to).toHaveValue('2029-07-06')
})

test('a logo is cut out as any picture, and is in the library by the name of the business @desk', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'owner')
  await visit(page, addresses.setUp({ step: 'look' }))
  const field = page.getByRole('group', { name: 'Logo', exact: true })
  const choose = field.getByRole('button', { name: /(Choose a|Change the) picture/ })
  await tabTo(page, choose)
  await page.keyboard.press('Enter')
  const picker = page.getByRole('dialog', { name: 'Choose a picture' })
  const buffer = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#8a3fa0' } })
    .png()
    .toBuffer()
  await picker
    .getByLabel('Picture from this device')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  const cut = page.getByRole('dialog', { name: 'Crop the picture' })
  await expect(cut.getByLabel('What is kept')).toBeVisible()
  await press(page, cut.getByRole('button', { name: 'Use this picture' }))
  await expect(field.getByRole('button', { name: 'Remove picture 1' })).toBeVisible()
  await expect(choose).toBeFocused()
  await visit(page, addresses.pictures())
  const { name } = await api.business.get({})
  const pictures = page.getByRole('list', { name: 'Pictures' }).getByRole('button')
  await expect(pictures.filter({ hasText: name }).first()).toBeVisible()
})

test('a message is closed by Escape wherever the focus is, and what was read goes with its page', async ({
  page,
  site,
}) => {
  await page.clock.install()
  await enterOffice(page, site, 'owner')
  const sentence = 'Please try that again in a moment'
  await page.route('**/api/Office/Business/checkMail', route =>
    route.fulfill({ json: { code: 400, msg: sentence, data: null } }),
  )
  await visit(page, addresses.setUp({ step: 'mail' }))
  const send = page.getByRole('button', { name: 'Send me a test' })
  const message = page.getByRole('region', { name: 'Messages' }).getByText(sentence)
  await send.press('Enter')
  await expect(message).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(message).toHaveCount(0)
  await expect(send).toBeFocused()
  await send.press('Enter')
  await expect(message).toBeVisible()
  await page.clock.runFor(5_100)
  await page.getByRole('link', { name: /^Next: / }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Venues and ages' })).toBeVisible()
  await expect(message).toHaveCount(0)
})

test('a form that came back unsaved asks before it is left, and starts afresh once that is answered @desk', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'owner')
  const isBack = page.getByText('What you typed before is back. It is not saved yet')
  const question = page.getByRole('dialog', { name: 'Please confirm' })
  const afresh = page.getByRole('button', { name: 'Start afresh' })
  const reload = async () => {
    await leaveUnsaved(page, () => page.reload())
    await expect(isBack).toBeVisible()
  }

  // A drawer.
  await visit(page, addresses.venues())
  await page.getByRole('button', { name: 'New venue' }).first().click()
  const panel = page.getByRole('dialog', { name: 'New venue' })
  const name = panel.getByLabel('Name')
  await name.fill('Typed hall')
  await reload()
  await expect(name).toHaveValue('Typed hall')
  await page.keyboard.press('Escape')
  await expect(question).toContainText('Leave without saving?')
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await afresh.click()
  // Its safe answer keeps what was typed.
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(name).toHaveValue('Typed hall')
  await afresh.click()
  await question.getByRole('button', { name: 'Start afresh' }).click()
  await expect(name).toHaveValue('')
  await expect(isBack).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'New venue' }).first().click()
  await expect(name).toHaveValue('')
  await expect(isBack).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // A page, with choices that stand outside its fields.
  await visit(page, addresses.newClass())
  const title = page.getByLabel('Name', { exact: true })
  const type = page.getByRole('combobox', { name: /^Type/ })
  await title.fill('Barre')
  await type.selectOption({ index: 1 })
  await reload()
  await expect(type).not.toHaveValue('')
  await page.getByRole('link', { name: 'Today' }).first().click()
  await expect(question).toContainText('Leave without saving?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Show the dates' }).click()
  const chooseDay = page.getByText('Please choose the day of each time')
  await expect(chooseDay).toBeVisible()
  await afresh.click()
  await question.getByRole('button', { name: 'Start afresh' }).click()
  await expect(title).toHaveValue('')
  await expect(type).toHaveValue('')
  await expect(chooseDay).toHaveCount(0)
  await page.getByRole('link', { name: 'Today' }).first().click()
  await expect(page).toHaveURL(new RegExp(`${addresses.today()}$`))
  await visit(page, addresses.newClass())
  await expect(title).toHaveValue('')
  await expect(isBack).toHaveCount(0)

  // What is saved already stands there again.
  const { name: saved } = await api.business.get({})
  await visit(page, addresses.setUp({ step: 'business' }))
  const business = page.getByLabel('Trading name')
  await business.fill('Another name')
  await reload()
  await afresh.click()
  await question.getByRole('button', { name: 'Start afresh' }).click()
  await expect(business).toHaveValue(saved)
})

/** What can be pressed and lies under what is told, wherever the page is scrolled to. */
const findCovered = (page: Page) =>
  page.evaluate(async () => {
    const shown = document.querySelector('dialog:modal') ?? document
    const pressed = [
      ...shown.querySelectorAll<HTMLElement>('a[href], button:enabled, input:enabled, select, summary'),
    ].filter(one => !one.closest('.messages, .undo-place') && one.checkVisibility())
    const isCovered = (one: HTMLElement) => {
      const { left, top, width, height } = one.getBoundingClientRect()
      const over = document.elementFromPoint(left + width / 2, top + height / 2)
      return Boolean(over?.closest('.message, .undo-bar'))
    }
    const covered: string[] = []
    for (const one of pressed.filter(isCovered)) {
      one.scrollIntoView({ block: 'center' })
      await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      if (isCovered(one)) covered.push(one.outerHTML.slice(0, 120))
    }
    return covered
  })

test('what is told covers nothing that is pressed: no “+ New”, no Save, no bar, nor Undo', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'owner')
  const name = `Caps to be removed ${Date.now()} ${test.info().project.name}`
  const told = page.getByRole('region', { name: 'Messages' }).locator('.message')
  for (const width of isPhone(page) ? [390, 768] : [1280]) {
    await page.setViewportSize({ width, height: 844 })
    await api.categories.save({ name, imagePath: '', isActive: true })
    // A list, with its “New category” and what is made everywhere.
    await visit(page, addresses.categories())
    await page.getByRole('button', { name }).click()
    await page.getByRole('button', { name: 'Remove this category' }).click()
    await page.getByRole('button', { name: 'Remove the category' }).click()
    await expect(told).toBeVisible()
    expect(await findCovered(page), `${width}: a list`).toEqual([])
    // A form, with its Save at the foot.
    await visit(page, addresses.setUp({ step: 'business' }))
    await page.route('**/api/Office/Business/saveDetails', route =>
      route.fulfill({ json: { code: 400, msg: 'Please try that again in a moment', data: null } }),
    )
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await expect(told).toBeVisible()
    expect(await findCovered(page), `${width}: a form`).toEqual([])
    await page.unroute('**/api/Office/Business/saveDetails')
    // A long form, whose Save stays at the window's foot.
    await page.route('**/api/Office/Planner/saveClass', route =>
      route.fulfill({ json: { code: 400, msg: 'Please try that again in a moment', data: null } }),
    )
    const [date] = await api.planner.week({ from: today(), to: addDays(today(), 7) })
    await visit(page, addresses.plannedClass({ id: date?.offeringId as number }))
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await page.getByLabel('Name', { exact: true }).fill('Jive')
    await save.click()
    await expect(told).toBeVisible()
    expect(await findCovered(page), `${width}: a long form`).toEqual([])
    await save.click({ trial: true })
    // A drawer, whose Save ends a long form, and more stands below it.
    await page.route('**/api/Office/Venues/save', route =>
      route.fulfill({ json: { code: 400, msg: 'Please try that again in a moment', data: null } }),
    )
    await leaveUnsaved(page, () => visit(page, addresses.venues()))
    await page.locator('.data-open').first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await expect(told).toBeVisible()
    expect(await findCovered(page), `${width}: a drawer`).toEqual([])
    await page.unroute('**/api/Office/Venues/save')
  }
})

test('what is told stands below a short drawer’s Save, over a phone’s keyboard too, and not on its one field @phone', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'owner')
  await page.setViewportSize({ width: 390, height: 500 })
  await page.route('**/api/Office/Families/changeEmail', route =>
    route.fulfill({ json: { code: 400, msg: 'Please try that again in a moment', data: null } }),
  )
  const [family] = (await api.families.list({ after: '' })).items
  await visit(page, addresses.family({ id: family?.accountId as number }))
  await page.getByRole('button', { name: 'Change email address' }).click()
  const email = page.getByRole('dialog').getByRole('textbox')
  await email.fill('new.address@example.test')
  await page.getByRole('dialog').getByRole('button', { name: 'Change the address' }).click()
  const told = page.getByRole('region', { name: 'Messages' }).locator('.message')
  await expect(told).toBeVisible()
  const field = await email.boundingBox()
  await expect
    .poll(async () => (await told.boundingBox())?.y)
    .toBeGreaterThan((field?.y ?? 0) + (field?.height ?? 0))
})

test('a title is that of the address, however quickly and however late its page comes @phone', async ({
  page,
  site,
}) => {
  await enterOffice(page, site, 'owner')
  await visit(page, addresses.orders())
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible()
  await expect(page).toHaveTitle('Orders · Office')
  const answer = await holdBack(page, '**/api/Office/Families/get')
  await page.evaluate(
    ([first, second]) => {
      for (const to of [first, second]) document.querySelector<HTMLElement>(`a[href="${to}"]`)?.click()
    },
    [addresses.enquiries(), addresses.families()] as const,
  )
  await expect(page).toHaveTitle('Families · Office')
  await expect(page).toHaveURL(new RegExp(`${addresses.families()}$`))
  await page.locator('.data-open').first().click()
  await expect(page).toHaveTitle('Family · Office')
  answer()
  await expect(page).not.toHaveTitle('Family · Office')
  await expect(page).toHaveTitle(/ · Office$/)
})

test('one’s own save of one part of the business is no other’s to its other parts, and another’s is @desk', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'owner')
  await visit(page, addresses.business())
  // Typed as it is: the other journeys are told nothing else.
  const type = async (field: Locator) => field.fill(await field.inputValue())
  const forms = page.locator('.edit-form')
  const details = forms.filter({ has: page.getByLabel('Phone') })
  const look = forms.filter({ has: page.getByLabel('Colour') })
  const save = (form: Locator) => form.getByRole('button', { name: 'Save', exact: true }).click()
  const isSaved = (form: Locator) => expect(form.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  await type(details.getByLabel('Phone'))
  await type(look.getByLabel('Colour'))
  await save(details)
  await isSaved(details)
  await save(look)
  await isSaved(look)

  await type(details.getByLabel('Phone'))
  await type(look.getByLabel('Colour'))
  const { version, logo, footerLogo, accent } = await api.business.get({})
  await api.business.saveLook({ version, logo, footerLogo, accent })
  const meanwhile = page.getByRole('dialog', { name: /changed this at \d\d:\d\d/ })
  for (const form of [details, look]) {
    await save(form)
    await meanwhile.getByRole('button', { name: 'Save mine' }).click()
    await expect(meanwhile).toHaveCount(0)
    await isSaved(form)
  }
})

test('a drawer that a reload brings back before its old entries are passed over asks before it is left @phone', async ({
  page,
  site,
}) => {
  await enterOffice(page, site, 'owner')
  await visit(page, addresses.venues())
  await page.getByRole('button', { name: 'New venue' }).first().click()
  const panel = page.getByRole('dialog', { name: 'New venue' })
  await panel.getByLabel('Name').fill('Typed hall')
  // As on a phone that is busy: the browser goes back later than it was asked to.
  await page.addInitScript(() => {
    const back = history.back.bind(history)
    const isLate = new Promise(resolve => addEventListener('late', resolve))
    history.back = () => void isLate.then(back)
    addEventListener('popstate', () => {
      if (!history.state?.dialogDepth) document.documentElement.dataset.passed = ''
    })
  })
  const isBack = page.getByText('What you typed before is back. It is not saved yet')
  await leaveUnsaved(page, () => page.reload())
  await expect(isBack).toBeVisible()
  // The browser itself asks until then, too.
  await leaveUnsaved(page, () => page.reload())
  await expect(isBack).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('late')))
  await expect(page.locator('html')).toHaveAttribute('data-passed')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Please confirm' })
  await expect(question).toContainText('Leave without saving?')
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`${addresses.venues()}$`))
})

test('the set-up shows the tax to the owner, and says to others whose it is @desk', async ({
  page,
  site,
}) => {
  for (const role of ['owner', 'manager'] as const) {
    await enterOffice(page, site, role)
    await visit(page, addresses.setUp({ step: 'tax' }))
    const count = role === 'owner' ? 1 : 0
    await expect(page.getByText(businessSentences.vatIsTheOwners)).toHaveCount(1 - count)
    await expect(page.getByLabel('VAT number')).toHaveCount(count)
    await expect(page.getByText(/press Save/)).toHaveCount(count)
  }
})
