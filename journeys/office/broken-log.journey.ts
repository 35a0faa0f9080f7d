import { join } from 'node:path'
import * as office from '#contract/office/addresses.ts'
import { connectToPostgres, openEmbeddedDatabase } from '#server/database/connect.ts'
import { expect, visit } from '../site-test.ts'
import { emptyTest, type Installation } from './empty-business.ts'
import { comeInByLink, holdDevice, runOnServer } from './staff-sign-in.ts'

/** Runs SQL with the database's password while the server is stopped, as an attacker would. */
async function runSql({ DATABASE_URL, DATA_DIR = '' }: Installation['settings'], statement: string) {
  const database = DATABASE_URL
    ? connectToPostgres(DATABASE_URL)
    : await openEmbeddedDatabase(join(DATA_DIR, 'database'))
  await database.runScript(statement).finally(database.close)
}

const change = "update staff_actions set reason = 'as if it had been so' where action = 'business.save'"
/** The browser logs failed requests before the first sign-in and while the server is down. */
emptyTest.use({ expectedComplaints: [/status of 401|ERR_CONNECTION_REFUSED/] })

emptyTest(
  'J20: Health and the audit name a log row that was changed by SQL @desk',
  async ({ page, installation }) => {
    emptyTest.slow()
    await holdDevice(page)
    await comeInByLink(page, installation.link, 'Odile Marsh', 'odile@larkfield.test')
    await visit(page, office.setUp({ step: 'business' }))
    for (const [label, value] of [
      ['Trading name', 'Larkfield Ballet'],
      ['Contact email', 'hello@larkfield.test'],
      ['Phone', '0117 496 0100'],
      ['Address', '1 High Street'],
    ] as const) {
      await page.getByLabel(label).fill(value)
    }
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Look' })).toBeVisible()
    await visit(page, office.health())
    await expect(page.getByText('Unbroken since')).toBeVisible()

    await installation.stop()
    const audit = () => runOnServer(installation.settings, 'scripts/audit.ts')
    expect((await audit()).code).toBe(0)
    // The database itself refuses the change while its trigger is there.
    await expect(runSql(installation.settings, change)).rejects.toThrow(/append/)
    expect((await audit()).code).toBe(0)
    await runSql(
      installation.settings,
      `alter table staff_actions disable trigger staff_actions_append_only; ${change};
    alter table staff_actions enable trigger staff_actions_append_only`,
    )
    const { printed, code } = await audit()
    expect(code).toBe(1)
    const row = /action \d+/.exec(printed)?.[0] ?? 'no row'
    await installation.startAgain()

    await visit(page, office.health())
    await expect(page.getByText('The chain is broken')).toBeVisible()
    await expect(page.getByText(`Somebody changed the log without the office, at: ${row}.`)).toBeVisible()
    await page.getByRole('button', { name: 'Run now' }).click()
    await expect(page.getByText('1 rule is broken')).toBeVisible()
    await page.getByRole('link', { name: 'Open the log' }).click()
    await expect(page.getByText(`The chain is broken at ${row}`)).toBeVisible()
    await expect(
      page.getByRole('row', { name: /Changed the business’s details.*as if it had been so/ }),
    ).toBeVisible()
  },
)
