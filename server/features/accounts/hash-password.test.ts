import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { TooBusy } from '#server/create-limiter.ts'
import { checkPassword, hashPassword, passwordsComputed } from './hash-password.ts'

test('a hash is salted, and only its own password fits', async () => {
  const [one, other] = await Promise.all([hashPassword('playground 7'), hashPassword('playground 7')])
  expect(one).not.toBe(other)
  expect(await checkPassword('playground 7', one)).toBe(true)
  expect(await checkPassword('playground 8', one)).toBe(false)
})

test('an unknown account is refused after the same work', async () => {
  const before = passwordsComputed()
  expect(await checkPassword('playground 7', undefined)).toBe(false)
  expect(passwordsComputed() - before).toBe(1)
})

test('a full queue is refused as busy, and everyone in the queue is served', async () => {
  const cheap = await hash('playground 7', { memoryCost: 8, timeCost: 1 })
  const rush = () =>
    Promise.allSettled(Array.from({ length: 150 }, () => checkPassword('playground 7', cheap)))
  for (let round = 0; round < 2; round++) {
    const answers = await rush()
    const served = answers.filter(answer => answer.status === 'fulfilled' && answer.value)
    const refused = answers.filter(answer => answer.status === 'rejected' && answer.reason instanceof TooBusy)
    expect(served).toHaveLength(102)
    expect(refused).toHaveLength(48)
  }
})
