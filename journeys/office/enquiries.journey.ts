import * as addresses from '#contract/office/addresses.ts'
import { enquirySentences } from '#domain/office/enquiry-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { expectAccessible } from '../barriers.ts'
import { freshEmail, readMail } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { startStaffSession } from './staff-sign-in.ts'

test('an enquiry can be answered only after a colleague’s earlier reply has been read @desk', async ({
  page,
  site,
  visitor,
  expectedComplaints,
}) => {
  test.slow()
  expectedComplaints.push(/status of 409/)
  const contact = freshEmail('petra')
  const title = `Skittles for ${contact}`
  const content = 'Do you lend them?\n\nWe are eleven.'
  await visitor.enquiries.sendFeedback({ name: 'Petra', contact, content, title })
  const api = await startStaffSession(page, site, 'frontDesk')
  const { id } = (await api.enquiries.list({ state: 'new', sort: '-came' })).items.find(
    one => one.email === contact,
  ) ?? { id: 0 }
  await visit(page, addresses.today())
  await visit(page, addresses.enquiries())
  const row = page.getByRole('row').filter({ hasText: title })
  await row.locator('.data-open').click()
  const panel = page.getByRole('dialog', { name: 'Petra' })
  await expect(panel.getByRole('list', { name: 'Thread' })).toContainText('We are eleven.')
  await expectAccessible(page, 24)

  // Send needs a text. “Done” needs a reply, or that the enquiry was answered elsewhere.
  const send = panel.getByRole('button', { name: 'Send', exact: true })
  await send.click()
  await expect(panel.getByText(enquirySentences.answerRequired)).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Done', exact: true })).toHaveCount(0)
  const bare = api.enquiries.setState({ id, version: 1, state: 'done' })
  await expect(bare).rejects.toThrow(enquirySentences.notAnswered)

  await panel.getByLabel('Who looks after it').selectOption({ index: 1 })
  await expect(page.getByText('It is assigned to them')).toBeVisible()
  await panel.getByRole('button', { name: 'Add a note for colleagues' }).click()
  await panel.getByLabel('Note for colleagues').fill('Lent them in June')
  await panel.getByRole('button', { name: 'Keep the note' }).click()
  await expect(panel.getByRole('list', { name: 'Thread' })).toContainText('Lent them in June')

  await panel.getByLabel('Begin with a text').selectOption('Which day suits you?')
  const answer = panel.getByLabel(`Answer to ${contact}`)
  await expect(answer).toHaveValue(/^Hello Petra,\n\nThank you/)
  await answer.fill('Yes, all nine.')
  // A colleague replies from another browser.
  await api.enquiries.reply({ id, text: 'Which day?', lastReplyId: null, next: 'waitingForThem' })
  await send.click()
  const first = panel.getByRole('region', { name: 'A colleague answered first' })
  await expect(first).toContainText('Which day?')
  await expect(send).toHaveCount(0)
  await expect(answer).toHaveValue('Yes, all nine.')
  await expectAccessible(page, 24)
  await first.getByRole('button', { name: 'I have read it' }).click()
  await panel.getByRole('button', { name: 'Send and mark as done' }).click()
  await expect(panel).toHaveCount(0)
  await expect(page.getByText(`The answer is on its way to ${contact}`)).toBeVisible()
  const mail = await readMail(site, contact, new RegExp(`^Re: Skittles for ${contact}$`))
  expect(mail.text).toContain('> We are eleven.')
  expect((await api.enquiries.get({ id })).thread.map(({ body }) => body)).toEqual([
    'Lent them in June',
    'Which day?',
    'Yes, all nine.',
  ])
  await expect(row).toHaveCount(0)
  expect(await api.enquiries.get({ id })).toMatchObject({ state: 'done', replies: 2 })
})

test('an enquiry without an email address is marked as answered; a teacher cannot reply @phone', async ({
  page,
  site,
  visitor,
}) => {
  const title = `Ring me ${Date.now()}`
  await visitor.enquiries.sendFeedback({ name: 'Rhys', contact: '07700 900001', content: 'Hello', title })
  const api = await startStaffSession(page, site, 'frontDesk')
  await visit(page, addresses.today())
  await visit(page, addresses.enquiries())
  const row = page.getByRole('row').filter({ hasText: title })
  await row.locator('.data-open').click()
  const panel = page.getByRole('dialog', { name: 'Rhys' })
  await expect(panel.getByText(/^They left no email address/)).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Send', exact: true })).toHaveCount(0)
  const { items } = await api.enquiries.list({ state: 'new', sort: '-came' })
  const { id = 0 } = items.find(one => one.title === title) ?? {}
  const answer = { id, text: 'Yes', lastReplyId: null, next: 'done' as const }
  await expect(api.enquiries.reply(answer)).rejects.toThrow(enquirySentences.noAddress)
  await panel.getByRole('button', { name: 'Answered elsewhere' }).click()
  await expect(page.getByText('Marked as answered elsewhere')).toBeVisible()
  await expect(row).toHaveCount(0)
  expect(await api.enquiries.get({ id })).toMatchObject({ state: 'done', isAnsweredElsewhere: true })
  const teacher = await startStaffSession(page, site, 'teacher')
  await expect(teacher.enquiries.reply(answer)).rejects.toThrow(officeSentences.notYours)
})
