import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'

test('what gives way at the proxy is the question for news that every open page asks', () => {
  const conf = readFileSync('deploy/nginx.conf', 'utf8')
  expect(conf).toContain(`location = /api/${contract.notifications.countUnread.path} {`)
})

test('who comes while the process starts anew waits a moment; that no call is repeated, nothing says when', () => {
  const conf = readFileSync('deploy/nginx.conf', 'utf8')
  expect(conf).toContain('error_page 502 504 = @away;')
  const [, away = ''] = /location @away \{([^}]*)\}/.exec(conf) ?? []
  expect(away).toMatch(/return 503 .*One moment, please/)
  expect(away).not.toContain('Retry-After')
})
