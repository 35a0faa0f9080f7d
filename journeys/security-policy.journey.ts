import { expect, test } from './site-test.ts'

// Every journey fails if its page breaks the policy (site-test.ts). Here, code is injected to see
// that the policy stops it.
const injected =
  '<script>window.isInjected = true</script><img src="x:" onerror="window.isInjected = true">' +
  '<style>body { color: rgb(1, 2, 3) }</style><p id="styled" style="color: rgb(1, 2, 3)">x</p>' +
  '<a id="address" href="javascript:void(window.isInjected = true)">x</a>'

for (const isProtected of [true, false]) {
  test(`code injected into a page ${isProtected ? 'neither runs nor shows' : 'runs and shows without the policy'}`, {
    tag: '@desk',
  }, async ({ page, complaints, expectedComplaints }) => {
    expectedComplaints.push(/./)
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
    const breaches = () => complaints.filter(text => text.includes('Content Security Policy')).join()
    if (isProtected) await expect.poll(breaches).toMatch(/inline script/)
    else expect(breaches()).toBe('')
  })
}

test('no script can turn plain text into HTML in the browser', { tag: '@phone' }, async ({
  page,
  expectedComplaints,
}) => {
  expectedComplaints.push(/The action has been blocked/)
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
