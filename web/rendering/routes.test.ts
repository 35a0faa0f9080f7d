import { describe, expect, test } from 'vitest'
import { findPage, pages } from './routes.ts'

const pathOf = (path: string) => {
  const page = findPage(path)
  return 'redirect' in page ? `→ ${page.redirect}` : page.path
}

describe('the table of pages', () => {
  test('has every path of the source documents, and five of our own', () => {
    const home = [
      'home classes event mall mall/classfiy mall/detail cart pay classify/detail classify/selectCourse',
      'event/detail event/selectCourse parent parent/detail parent/selectCourse classPack contact about',
      'parentClass party bespoke events helpCenter messageDetail',
    ]
    const account = [
      'orderList eventOrder eventOrderDetail parentsOrderDetail user editUser card integral package child',
      'editChild orderStatus orderDetail packOrder payFail paySuccess changePwd waiting receipt statement',
    ]
    const under = (folder: string, lines: string[]) =>
      lines
        .join(' ')
        .split(' ')
        .map(name => `${folder}/${name}`)
    const wanted = [
      ...['/login', '/fileInfo', '/forget', '/term', '/register', '/takeBack'],
      ...under('/home', home),
      ...under('/home/userInfo', account),
    ]
    expect(pages.map(page => page.path).sort()).toEqual(wanted.sort())
  })

  // Proves ROUTE-02 to ROUTE-06, ROUTE-11 to ROUTE-16, ROUTE-26, ROUTE-27, ROUTE-34, ROUTE-35, ROUTE-37,
  // ROUTE-38, ROUTE-43 to ROUTE-47, ROUTE-50, ROUTE-53.
  test.each([
    ['/login', 'LoginPage'],
    ['/register', 'RegisterPage'],
    ['/takeBack', 'TakeBackPage'],
    ['/forget', 'ResetPasswordPage'],
    ['/fileInfo', 'OnboardingPage'],
    ['/term', 'TermPage'],
    ['/home/home', 'HomePage'],
    ['/home/about', 'AboutPage'],
    ['/home/contact', 'ContactPage'],
    ['/home/helpCenter', 'HelpCentrePage'],
    ['/home/parentClass', 'SiteTextPage'],
    ['/home/events', 'SiteTextPage'],
    ['/home/classes', 'ClassesPage'],
    ['/home/event', 'AreaPage'],
    ['/home/parent', 'AreaPage'],
    ['/home/classPack', 'ClassPackPage'],
    ['/home/mall', 'MallPage'],
    ['/home/cart', 'BasketPage'],
    ['/home/pay', 'CheckoutPage'],
    ['/home/party', 'PromoPage'],
    ['/home/bespoke', 'PromoPage'],
    ['/home/userInfo/orderList', 'OrdersPage'],
    ['/home/userInfo/eventOrder', 'OrdersPage'],
    ['/home/userInfo/user', 'DetailsPage'],
    ['/home/userInfo/editUser', 'EditDetailsPage'],
    ['/home/userInfo/card', 'CardPage'],
    ['/home/userInfo/waiting', 'WaitingPage'],
    ['/home/userInfo/receipt', 'ReceiptPage'],
    ['/home/userInfo/integral', 'RewardPointsPage'],
    ['/home/userInfo/package', 'CreditsPage'],
    ['/home/userInfo/editChild', 'EditChildPage'],
    ['/home/userInfo/payFail', 'PayFailPage'],
    ['/home/userInfo/paySuccess', 'PaySuccessPage'],
    ['/home/userInfo/changePwd', 'ChangePasswordPage'],
  ])('shows at %s the %s', async (path, component) => {
    const page = findPage(path)
    expect('redirect' in page ? page.redirect : (await page.load()).name).toBe(component)
  })

  // Proves ROUTE-02 to ROUTE-06, SHELL-01.
  test('frames every page under /home, and not the six others', () => {
    const plain = pages.filter(page => page.layout === 'plain').map(page => page.path)
    expect(plain.sort()).toEqual(['/fileInfo', '/forget', '/login', '/register', '/takeBack', '/term'])
  })

  // Proves ROUTE-52.
  test('finds a page in any case of its path, and with a slash at its end', () => {
    expect(pathOf('/home/userInfo/PaySuccess')).toBe('/home/userInfo/paySuccess')
    expect(pathOf('/HOME/MALL/CLASSFIY')).toBe('/home/mall/classfiy')
    expect(pathOf('/term/')).toBe('/term')
  })

  // Proves ROUTE-01, ROUTE-07 to ROUTE-09, ROUTE-36.
  test('sends unknown paths home', () => {
    for (const path of ['/', '/home', '/home/nowhere', '/nowhere', '/home/home/more', '//']) {
      expect(pathOf(path)).toBe('→ /home/home')
    }
    expect(pathOf('/home/userInfo')).toBe('→ /home/userInfo/orderList')
  })

  // Proves ACC-12.
  test('protects pages that belong to one person', () => {
    const guarded = pages.filter(page => page.needsSignIn).map(page => page.path)
    const personal = pages
      .map(page => page.path)
      .filter(path => /^\/home\/(userInfo\/(?!pay)|cart|pay$|messageDetail)|^\/fileInfo/.test(path))
    expect(guarded.sort()).toEqual(personal.sort())
  })
})
