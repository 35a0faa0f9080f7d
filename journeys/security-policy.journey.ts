import { expect, type Page, test } from '@playwright/test'
import { signedInTest } from './site-test.ts'

const addresses = [
  ...['/login', '/register', '/forget', '/fileInfo', '/term', '/term?type=privacy'],
  ...['/home/home', '/home/about', '/home/contact', '/home/helpCenter', '/home/parentClass', '/home/events'],
  ...['/home/classes', '/home/event', '/home/parent', '/home/classPack', '/home/mall', '/home/cart'],
  ...['/home/party', '/home/bespoke', '/home/messageDetail', '/home/messageDetail?id=1'],
  ...[
    '/home/userInfo/orderList',
    '/home/userInfo/eventOrder',
    '/home/userInfo/user',
    '/home/userInfo/editUser',
  ],
  ...['/home/userInfo/card', '/home/userInfo/integral', '/home/userInfo/package', '/home/userInfo/editChild'],
  ...['/home/userInfo/changePwd', '/home/userInfo/payFail', '/home/userInfo/paySuccess'],
]

/** What the policy blocked on the pages that are opened from now on. */
async function watchReports(page: Page): Promise<string[]> {
  const reports: string[] = []
  await page.exposeFunction('reportViolation', (report: string) => reports.push(report))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', event => {
      const { reportViolation } = window as unknown as { reportViolation: (report: string) => void }
      reportViolation(`${location.pathname}: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`)
    })
  })
  return reports
}

signedInTest(
  'no page asks for what its policy forbids, neither opened nor reached from another',
  async ({ page }) => {
    test.slow()
    const reports = await watchReports(page)
    for (const address of addresses) {
      await page.goto(address)
      await expect(page.locator('main :is(h1, h2)').filter({ visible: true }).first()).toBeVisible()
    }
    for (const address of ['/home/about', '/home/helpCenter', '/term', '/home/classes']) {
      await page.goto('/home/home')
      await page.evaluate(to => {
        const link = document.querySelector<HTMLAnchorElement>(`a[href="${to}"]`)
        link?.click()
      }, address)
      await expect(page).toHaveURL(new RegExp(`${address}$`))
      await expect(page.locator('main :is(h1, h2)').filter({ visible: true }).first()).toBeVisible()
    }
    expect(reports).toEqual([])
  },
)

const injected =
  '<script>window.isInjected = true</script><img src="x:" onerror="window.isInjected = true">' +
  '<style>body { color: rgb(1, 2, 3) }</style><p id="styled" style="color: rgb(1, 2, 3)">x</p>' +
  '<a id="address" href="javascript:void(window.isInjected = true)">x</a>'

for (const isProtected of [true, false]) {
  test(`what is injected into a page ${isProtected ? 'neither runs nor shows' : 'would do both without the policy'}`, async ({
    page,
  }) => {
    const reports = await watchReports(page)
    await page.route('**/term', async route => {
      const response = await route.fetch()
      const headers = response.headers()
      if (!isProtected) delete headers['content-security-policy']
      const body = (await response.text()).replace('</body>', `${injected}</body>`)
      await route.fulfill({ response, headers, body })
    })
    await page.goto('/term')
    await page.locator('#address').dispatchEvent('click')
    await expect(page.locator('#styled')).toHaveCSS('color', isProtected ? 'rgb(23, 51, 61)' : 'rgb(1, 2, 3)')
    expect(await page.evaluate(() => 'isInjected' in window)).toBe(!isProtected)
    if (isProtected) expect(new Set(reports.map(report => report.split(' ')[1]))).toContain('script-src-elem')
    else expect(reports).toEqual([])
  })
}

test('a plain text cannot become HTML in the browser', async ({ page }) => {
  await page.goto('/term')
  const outcomes = await page.evaluate(() => {
    const attempt = (act: () => unknown) => {
      try {
        act()
        return 'done'
      } catch (error) {
        return (error as Error).name
      }
    }
    return [
      attempt(() => {
        document.createElement('p').innerHTML = '<b>x</b>'
      }),
      attempt(() => {
        document.createElement('script').text = 'window.isInjected = true'
      }),
      attempt(() => document.write('<p>x</p>')),
      attempt(() =>
        (
          window as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => void } }
        ).trustedTypes.createPolicy('mine', {}),
      ),
    ]
  })
  expect(outcomes).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError'])
})
