import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'

test('the proxy sheds only the notification poll of open pages', () => {
  const conf = readFileSync('deploy/nginx.conf', 'utf8')
  expect(conf).toContain(`location = /api/${contract.notifications.countUnread.path} {`)
})

test('the proxy waits while the process restarts, and repeats no call', () => {
  const conf = readFileSync('deploy/nginx.conf', 'utf8')
  expect(conf).toContain('error_page 502 504 = @away;')
  const [, away = ''] = /location @away \{([^}]*)\}/.exec(conf) ?? []
  expect(away).toMatch(/return 503 .*One moment, please/)
  expect(away).not.toContain('Retry-After')
})
