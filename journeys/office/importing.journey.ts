import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import * as siteAddresses from '#contract/addresses.ts'
import * as addresses from '#contract/office/addresses.ts'
import { families } from '#contract/office/families.ts'
import { imports } from '#contract/office/imports.ts'
import { peopleSentences, somebodyImports } from '#domain/office/people-sentences.ts'
import { aChild } from '#testing/child-form.ts'
import { xssPayloads } from '#testing/xss-payloads.ts'
import { expectAccessible } from '../barriers.ts'
import { addressOf, changeAnswers } from '../calls-of-page.ts'
import { childIdsOf } from '../people.ts'
import { childlessTest, expect, test, visit } from '../site-test.ts'
import { startStaffSession } from './staff-sign-in.ts'

// Only one import of a kind runs at a time, so side by side these journeys would refuse one
// another.
test.describe.configure({ mode: 'default' })

const choose = (page: Page, text: string, name = 'families.csv') =>
  page
    .getByLabel('Choose a CSV file of families')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

const headings = 'E-mail,Forename,Surname,Mobile,Kid,Kid surname,DOB,Allergies'
/** Every forty-first line has an impossible date. */
const isBad = (at: number) => at % 41 === 20
const familyLine = (mark: string, at: number) =>
  `${mark}-${at}@example.test,Parent${at},Of${mark},07700 900${String(at).padStart(3, '0')},Kid${at},Of${mark},${isBad(at) ? '31/02/2019' : '17/05/2019'},Peanuts`

/**
 * Waits for the search. Until then the newest families are listed, and pressing one has no effect.
 */
const untilFound = (page: Page) => expect(page).toHaveURL(/[?&]words=/)

async function checkColumns(page: Page): Promise<void> {
  await page.getByLabel('Kid is', { exact: true }).selectOption('child_first_name')
  await page.getByLabel('Kid surname is').selectOption('child_last_name')
  await page.getByRole('button', { name: 'Check' }).click()
}

test('J2: 500 families with 12 bad lines are corrected, imported, undone and imported again @desk', async ({
  page,
  site,
}, { project, repeatEachIndex }) => {
  test.slow()
  const mark = `j${project.name}${repeatEachIndex}`
  await startStaffSession(page, site, 'manager')
  await visit(page, addresses.importing())
  await choose(page, [headings, ...Array.from({ length: 500 }, (_, at) => familyLine(mark, at))].join('\r\n'))

  await expect(page.getByRole('heading', { name: 'Import families' })).toBeVisible()
  await expect(page.getByLabel('DOB is')).toHaveValue('child_birthday')
  await expectAccessible(page, 24)
  await checkColumns(page)
  await expect(page.getByText('488 lines can be imported, 12 lines cannot')).toBeVisible()
  await expect(page.getByText('It creates 488 families and 488 children.')).toBeVisible()
  await expect(page.getByText('Line 22: 31/02/2019 is not a date. Use day/month/year')).toBeVisible()
  await expectAccessible(page, 24)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download them to correct' }).click()
  const toMend = await readFile(await (await downloading).path(), 'utf8')
  expect(toMend).toContain('problem')
  await page.getByRole('button', { name: 'Import the 488 good lines' }).click()
  await expect(page.getByText('488 lines imported, 12 lines left out')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('button', { name: 'Invite 488 families' })).toBeVisible()

  const mended = toMend.replaceAll('31/02/2019', '28/02/2019')
  const takeMended = async () => {
    await visit(page, addresses.importing())
    await choose(page, mended, 'mended.csv')
    await checkColumns(page)
    await page.getByRole('button', { name: 'Import 12 lines' }).click()
    await expect(page.getByText('12 lines imported.')).toBeVisible()
  }
  await takeMended()
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByText('This import was undone')).toBeVisible()
  await visit(page, addresses.families())
  const box = page.getByRole('searchbox', { name: 'Name, email' })
  await box.fill(`${mark}-20@`)
  await expect(page.getByText(`Nobody found for '${mark}-20@'`)).toBeVisible()
  await takeMended()

  // The same file is refused a second time.
  await visit(page, addresses.importing())
  await choose(page, mended, 'mended.csv')
  await expect(page.getByText('This file was imported on')).toBeVisible()

  await visit(page, addresses.families())
  await box.fill(`kid20 of${mark}`)
  await untilFound(page)
  await page.getByRole('link', { name: `Parent20 Of${mark}` }).click()
  await expect(page.getByRole('heading', { name: `Parent20 Of${mark}` })).toBeVisible()
  await page.getByRole('link', { name: 'Children', exact: true }).click()
  await page.getByRole('button', { name: 'Show medical notes' }).click()
  const why = page.getByRole('dialog')
  await why.getByRole('button', { name: 'Show the notes' }).click()
  await expect(why.getByText('Please say why')).toBeVisible()
  await why.getByRole('textbox').fill('The school rang')
  await why.getByRole('button', { name: 'Show the notes' }).click()
  await expect(page.getByText('Allergy: Peanuts')).toBeVisible()
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('cell', { name: /The school rang/ })).toBeVisible()
  await expectAccessible(page, 24)
})

test('J2 refused: a workbook, two imports at once, and an import by the front desk @phone', async ({
  page,
  site,
}, { project, repeatEachIndex }) => {
  const api = await startStaffSession(page, site, 'manager')
  await visit(page, addresses.importing())
  await choose(page, 'PK\u0003\u0004\u0014\u0000\u0006\u0000xl/workbook.xml', 'families.xlsx')
  await expect(page.getByText('This is not a CSV file')).toBeVisible()

  await choose(page, [headings, familyLine(`twin${project.name}${repeatEachIndex}`, 1)].join('\r\n'))
  const birthday = page.getByLabel('DOB is')
  await birthday.selectOption('Leave out')
  await page.locator(`a[href="${addresses.today()}"]`).locator('visible=true').click()
  const question = page.getByRole('dialog', { name: 'Please confirm' })
  await expect(question).toContainText('Leave without saving?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(birthday).toHaveValue('')
  await birthday.selectOption('child_birthday')
  await checkColumns(page)
  // As if another import of families were running.
  const busy = { code: 0, msg: somebodyImports('Ann Perry'), data: null }
  await page.route('**/api/Office/Imports/run', route => route.fulfill({ json: busy }), { times: 1 })
  const press = page.getByRole('button', { name: 'Import 1 line' })
  await press.click()
  await expect(page.getByText(busy.msg)).toBeVisible()
  await press.click()
  await expect(page.getByText('1 line imported.')).toBeVisible()

  const { people } = await api.families.search({ words: `twin${project.name}${repeatEachIndex}-1@` })
  await visit(page, addresses.family({ id: people[0]?.accountId as number }))
  // As if the family had chosen a password after the page loaded.
  const needless = { code: 0, msg: peopleSentences.hasPassword, data: null }
  await page.route(addressOf(families.mailPassword), route => route.fulfill({ json: needless }))
  await page.getByRole('button', { name: 'Send the set-password email' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send the email' }).click()
  await expect(page.getByText(needless.msg)).toBeVisible()

  await startStaffSession(page, site, 'frontDesk')
  await visit(page, addresses.importing())
  await expect(page.getByLabel('Choose a CSV file of families')).toHaveCount(0)
  await expect(page.locator(`a[href="${addresses.importing()}"]`)).toHaveCount(0)
})

test('families are invited once, even if the answer to the first press was lost @phone', async ({
  page,
  site,
  expectedComplaints,
}, { project, repeatEachIndex }) => {
  expectedComplaints.push(/Failed to load|Failed to fetch|ERR_FAILED/)
  const mark = `lost${project.name}${repeatEachIndex}`
  const api = await startStaffSession(page, site, 'manager')
  await visit(page, addresses.importing())
  await choose(page, [headings, ...[1, 2].map(at => familyLine(mark, at))].join('\r\n'))
  await checkColumns(page)
  await page.getByRole('button', { name: 'Import 2 lines' }).click()
  const invite = async (verb: string, send: string) => {
    await page.getByRole('button', { name: verb }).click()
    await page.getByRole('dialog').getByRole('button', { name: send }).click()
  }
  const loseAnswer = (call: Parameters<typeof addressOf>[0]) =>
    page.route(addressOf(call), route => route.fetch().then(() => route.abort()), { times: 1 })
  const isLost = () => expect(page.getByText(/That did not reach us/)).toBeVisible()
  await loseAnswer(families.invite)
  await invite('Invite 2 families', 'Send the invitations')
  await isLost()
  await invite('Invite 2 families', 'Send the invitations')
  await expect(page.getByText('2 invitations are on their way')).toBeVisible()
  const { people } = await api.families.search({ words: `${mark}-1@` })
  const id = people[0]?.accountId as number
  const invitations = async () => {
    const theirs = await fetch(`${site}/dev/mailbox.json?to=${mark}-1@example.test`)
    return ((await theirs.json()) as { subject: string }[]).filter(({ subject }) =>
      subject.startsWith('Your account at'),
    )
  }
  expect(await invitations()).toHaveLength(1)

  await visit(page, addresses.family({ id }))
  await loseAnswer(families.mailPassword)
  await invite('Send the set-password email', 'Send the email')
  await isLost()
  await invite('Send the set-password email', 'Send the email')
  await expect(page.getByText('The email is on its way')).toBeVisible()
  expect(await invitations()).toHaveLength(2)
  // After an answer, the next press is a new submission.
  await invite('Send the set-password email', 'Send the email')
  await expect.poll(invitations).toHaveLength(3)
})

test('an import announces its start and its result, but not its progress every second @phone', async ({
  page,
  site,
}, { project, repeatEachIndex }) => {
  const mark = `told${project.name}${repeatEachIndex}`
  await startStaffSession(page, site, 'manager')
  await visit(page, addresses.importing())
  await choose(page, [headings, ...[1, 2].map(at => familyLine(mark, at))].join('\r\n'))
  await checkColumns(page)
  const press = page.getByRole('button', { name: 'Import 2 lines' })
  await expect(press).toBeVisible()
  const status = page.getByRole('main').getByRole('status')
  const before = await status.elementHandle()
  // As if a longer import were still running.
  await changeAnswers(page, imports.get, run => ({ ...run, state: 'running' as const, finished: 1 }))
  await press.click()
  await expect(page.getByText('1 of 2 lines')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Imported so far' })).toBeVisible()
  await expect(status).toContainText('the import continues by itself')
  await expect(status).not.toContainText('1 of 2 lines')
  await page.unroute(addressOf(imports.get))
  await expect(status).toHaveText('2 lines imported.')
  expect(await before?.textContent()).toBe('2 lines imported.')
})

childlessTest(
  'the bell and the account ask a parent for data missing from an import, until it is there',
  async ({ page, site, person }) => {
    await startStaffSession(page, site, 'manager')
    await visit(page, addresses.importing())
    await choose(page, [headings, `${person.email},Una,Hart,,Wren,Hart,17/05/2019,Peanuts`].join('\r\n'))
    await checkColumns(page)
    await expect(page.getByText('It creates 1 child, in 1 family that exists already.')).toBeVisible()
    await page.getByRole('button', { name: 'Import 1 line' }).click()
    await expect(page.getByText('1 line imported.')).toBeVisible()

    await visit(page, siteAddresses.details())
    const asked = page.getByRole('main').getByRole('link', { name: 'Please complete Wren’s details' })
    await expect(asked).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Notifications ?, 1 unread$/ }).click()
    const bell = page.getByRole('region', { name: 'Notifications' })
    await bell.getByRole('link', { name: 'Please complete Wren’s details' }).click()
    await expect(page.getByRole('heading', { name: 'Edit Wren' })).toBeVisible()

    const [id] = await childIdsOf(person)
    await person.api.children.edit({ ...aChild, firstName: 'Wren', id: id as number })
    await visit(page, siteAddresses.details())
    await expect(page.getByRole('link', { name: 'Change or take off Wren' })).toBeVisible()
    await expect(asked).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Notifications$/ })).toBeVisible()
  },
)

test('full names in one column are imported as first and last names, as the check shows', async ({
  page,
  site,
}, { project, repeatEachIndex }) => {
  const mark = `whole${project.name}${repeatEachIndex}`
  await startStaffSession(page, site, 'manager')
  await visit(page, addresses.importing())
  // A list that fails to load is not shown as empty.
  const refused = { code: 0, msg: 'Not now', data: null }
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  for (const call of ['headings', 'problems'])
    await page.route(`**/api/Office/Imports/${call}`, route => route.fulfill({ json: refused }), { times: 1 })
  await choose(
    page,
    [
      'Email,Mum,Child name,DOB',
      `${mark}-1@example.test,Anna Of${mark},Mia Of${mark},17/05/2019`,
      `${mark}-2@example.test,"van der Berg ${mark}, Sinéad Maria",Zoë,17/05/2019`,
      `${mark}-3@example.test,Ana de la Cruz-${mark},,`,
    ].join('\r\n'),
  )
  await expect(page.getByText(refused.msg)).toBeVisible()
  await tryAgain.click()
  await expect(page.getByLabel('Child name is')).toHaveValue('child_whole_name')
  await expect(page.getByText('Where one has both names, choose whole name')).toBeVisible()
  await expectAccessible(page, 24)
  await page.getByLabel('Mum is').selectOption({ label: 'whole name' })
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText(refused.msg)).toBeVisible()
  await tryAgain.click()
  await expect(
    page.getByText("Line 3: 'Zoë' has no surname. Write both names, such as Anna Bell"),
  ).toBeVisible()
  const split = page.getByRole('table', { name: 'How names are split' }).getByRole('row')
  await expect(split).toHaveText([
    'In your fileFirst nameSurname',
    `van der Berg ${mark}, Sinéad MariaSinéad Mariavan der Berg ${mark}`,
    `Ana de la Cruz-${mark}Anade la Cruz-${mark}`,
    `Anna Of${mark}AnnaOf${mark}`,
    `Mia Of${mark}MiaOf${mark}`,
  ])
  await expectAccessible(page, 24)
  await page.getByRole('button', { name: 'Import the 2 good lines' }).click()
  await expect(page.getByText('2 lines imported, 1 line left out')).toBeVisible()
  await visit(page, addresses.families())
  await page.getByRole('searchbox', { name: 'Name, email' }).fill(`cruz ${mark}`)
  await untilFound(page)
  await expect(page.getByRole('link', { name: `Ana de la Cruz-${mark}` })).toBeVisible()
})

test('importing a timetable again keeps the existing dates, and says so', async ({ page, site }, {
  project,
  repeatEachIndex,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  const { types, venues, ages } = await api.planner.choices({})
  const [type, venue, age] = [types[0]?.name, venues[0]?.name, ages[0]?.name]
  const name = `Again ${project.name} ${repeatEachIndex}`
  const minute = 10 + repeatEachIndex + (project.name.includes('phone') ? 20 : 0)
  const line = (from: string, to: string) =>
    [
      `"${type}"`,
      `"${venue}"`,
      age,
      name,
      'Mon',
      `07:${minute}`,
      `08:${minute}`,
      from,
      to,
      '12',
      '8.50',
    ].join(',')
  const take = async (told: string[], ...lines: string[]) => {
    await visit(page, addresses.importing())
    await page.getByLabel('Choose a CSV file of classes').setInputFiles({
      name: 'classes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        ['type,venue,age,name,weekday,start,end,first_day,last_day,places,price', ...lines].join('\r\n'),
      ),
    })
    await expect(page.getByText('If a date exists already')).toBeVisible()
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(page.getByText('Nothing has been saved yet.')).toBeVisible()
    await expect(page.getByText(/^It creates|already/)).toHaveText(told)
    await page.getByRole('button', { name: /^Import/ }).click()
  }
  await take(['It creates 1 class and 4 dates.'], line('05/09/2033', '26/09/2033'))
  await expect(page.getByText('1 line imported.')).toBeVisible()
  await take(
    [
      'It creates 2 dates, in 1 class that exists already.',
      '4 dates exist already: existing values are kept.',
    ],
    line('05/09/2033', '26/09/2033'),
    line('03/10/2033', '10/10/2033'),
  )
  await expect(page.getByText('1 line imported, 1 line already there and unchanged.')).toBeVisible()
  await expectAccessible(page, 24)
  expect(await api.planner.search({ words: name })).toHaveLength(1)
})

test('code in a family’s text does not run where staff read it @phone', async ({ page, site }, {
  project,
}) => {
  let alarms = 0
  await page.exposeFunction('alarm', () => {
    alarms += 1
  })
  await startStaffSession(page, site, 'owner')
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const short = xssPayloads.filter(text => text.length < 95)
  const lines = short.map((text, at) =>
    [`xss-${project.name}-${at}@example.test`, text, `Xss${project.name}`, '', text, text, '17/05/2019', text]
      .map(quoted)
      .join(','),
  )
  await visit(page, addresses.importing())
  await choose(page, [headings, ...lines].join('\r\n'), '<img src=x onerror=top.alarm()>.csv')
  await checkColumns(page)
  await page.getByRole('button', { name: /^Import/ }).click()
  await expect(page.getByText(/lines? imported/)).toBeVisible({ timeout: 30_000 })
  await visit(page, addresses.families())
  await page.getByRole('searchbox', { name: 'Name, email' }).fill(`xss${project.name}`)
  await untilFound(page)
  const first = page.getByRole('rowheader').first()
  await expect(first).toContainText('<')
  await first.getByRole('link').click()
  await page.getByRole('link', { name: 'Children', exact: true }).click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('<')
  await page.getByRole('button', { name: 'Show medical notes' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Is it safe?')
  await page.getByRole('dialog').getByRole('button', { name: 'Show the notes' }).click()
  await expect(page.getByText('Allergy: <')).toBeVisible()
  expect(alarms).toBe(0)
})
