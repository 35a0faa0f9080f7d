import { expect, test } from 'vitest'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

test("the demo's mailbox shows all mail, newest first, or that to one address", async () => {
  for (const email of ['ana@example.test', 'bo@example.test']) {
    await app.visitor.accounts.sendCode({ purpose: 'register', email })
  }
  await app.runJobs()
  const mailsAt = async (url: string) =>
    (await app.http.inject({ url })).json<{ to: string }[]>().map(({ to }) => to)
  expect(await mailsAt('/dev/mailbox.json')).toEqual(['bo@example.test', 'ana@example.test'])
  expect(await mailsAt('/dev/mailbox.json?to=ana%40example.test')).toEqual(['ana@example.test'])
  expect(await mailsAt('/dev/mailbox.json?to=ana%40example.test&to=bo%40example.test')).toEqual([])
})
