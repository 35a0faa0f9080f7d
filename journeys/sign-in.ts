import type { Page } from '@playwright/test'

/** Signs the demo's parent in through the call itself; the page that is open must be the site's. */
export async function signIn(page: Page, email = 'parent@example.test'): Promise<string> {
  const response = await page.request.post('/api/user/login', {
    data: { email, password: 'Password1', type: 'pc' },
  })
  const { data } = (await response.json()) as { data: { token: string } }
  await page.evaluate(token => localStorage.setItem('maypole.token', token), data.token)
  return data.token
}
