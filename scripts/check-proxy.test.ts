import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'

test('what gives way at the proxy is the question for news that every open page asks', () => {
  const conf = readFileSync('deploy/nginx.conf', 'utf8')
  expect(conf).toContain(`location = /api/${contract.notifications.countUnread.path} {`)
})
