import { expect, test } from 'vitest'
import type { Api } from '#contract/client.ts'
import { behindGate } from '#testing/behind-gate.ts'
import { aChild } from '#testing/child-form.ts'
import { type MadeAccount, makeAccount } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

/** What a second device of the family sends, and has been let in with, while the account is being closed. */
async function sentWhileClosing(
  prepare: (account: MadeAccount) => Promise<(api: Api) => Promise<unknown>>,
): Promise<{ told: string | undefined; account: MadeAccount }> {
  const account = await makeAccount(app)
  const send = await prepare(account)
  const told = await behindGate(app, {
    close: tx => changeRows(tx, 'accounts', { id: account.accountId }, { status: 'closed', first_name: '' }),
    work: () => refusal(send(account.api)),
    waiting: 1,
  })
  return { told, account }
}

const pleaseLogIn = '401 Please log in'

test('nothing that is sent while an account closes is written into it afterwards', async () => {
  const profile = await sentWhileClosing(async () => api => api.accounts.editProfile({ firstName: 'Late' }))
  expect(profile.told).toBe(pleaseLogIn)
  expect(await rowOf(app.db, 'accounts', { id: profile.account.accountId })).toMatchObject({ first_name: '' })

  const answers = { wantsOffers: true, heardFrom: 'A friend' }
  const origin = await sentWhileClosing(async () => api => api.accounts.saveOrigin(answers))
  expect(origin.told).toBe(pleaseLogIn)

  const added = await sentWhileClosing(async () => api => api.children.add(aChild))
  expect(added.told).toBe(pleaseLogIn)
  expect(await rowsOf(app.db, 'children', { account_id: added.account.accountId })).toEqual([])

  const edited = await sentWhileClosing(async account => {
    const id = await makeChild(app, account, { firstName: 'Mia' })
    return api => api.children.edit({ ...aChild, firstName: 'Late', id })
  })
  expect(edited.told).toBe(pleaseLogIn)
  expect(await rowOf(app.db, 'children', { account_id: edited.account.accountId })).toMatchObject({
    first_name: 'Mia',
  })
})
