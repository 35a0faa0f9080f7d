import { expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { callsIn } from '#testing/call-fields.ts'
import { makeAccount } from '#testing/make-account.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

/** The calls of both documents as they spell them: access, path, and the client's fields (calls.md §3). */
const published = `
  anyone     common/getsystem type
  anyone     common/feedback content contact name title
  anyone     common/email email
  anyone     common/party content contact email name
  signedIn   common/upload file
  anyone     Article/getArticlesList
  anyone     party/getPartyBasics
  anyone     party/getPartyTypes
  anyone     party/getPartyThemes
  anyone     party/getPartyProducts
  anyone     Bespoke_Class/getBespokeClassBasics
  anyone     Bespoke_Class/getBespokeClassTypes
  anyone     Bespoke_Class/getBespokeClassThemes
  anyone     Bespoke_Class/getBespokeClassProducts
  anyone     Bespoke_Class/bespokeClass content contact email name
  signedIn   news/getReadNum
  signedIn   news/getlist
  signedIn   news/getDetails id
  signedIn   news/read id
  anyone     user/login email password
  anyone     user/registerByEmail email password code first_name last_name mobile
  anyone     ems/send event email
  anyone     user/resetpwd email code newpassword
  signedIn   user/savepassword newpassword oldpassword
  signedIn   user/getUserDetails
  signedIn   user/profile first_name last_name address_line_one address_line_two town psot_code mobile email avatar remark
  signedIn   user/createOrigin is_receive origin
  signedIn   user/getIntegralList page
  signedIn   user/getComboList page
  signedIn   user/getChildList
  signedIn   user/getChildDetails id
  signedIn   user/createChild child_first_name child_last_name gender birthday school_name is_school guardian address_line_one address_line_two contact_first_name_one contact_last_name_one contact_mobile_one contact_email_one relationship_child_one contact_first_name_two contact_last_name_two contact_mobile_two contact_email_two relationship_child_two nanny_first_name nanny_last_name nanny_contact nanny_child_relationship nanny_avatar medical allergy remark photo_permission photo_marketing_permission child_avatar
  signedIn   user/editChild id child_first_name child_last_name gender birthday school_name is_school guardian address_line_one address_line_two contact_first_name_one contact_last_name_one contact_mobile_one contact_email_one relationship_child_one contact_first_name_two contact_last_name_two contact_mobile_two contact_email_two relationship_child_two nanny_first_name nanny_last_name nanny_contact nanny_child_relationship nanny_avatar medical allergy remark photo_permission photo_marketing_permission child_avatar
  anyone     Course/getCourseType
  anyone     Course/getCourseShop
  anyone     Course/getCourseAge
  anyone     Course/getCourseList start_date end_date start_time end_time course_age_id course_type_id course_shop_id date
  anyone     Course/getCourseIntroduction id
  optionally Course/getCourseByType course_type_id
  anyone     Course/getCourseTypeDetails id
  signedIn   Course/getMyCourseList start_date end_date start_time end_time course_age_id course_type_id course_shop_id date
  signedIn   Course/getChangeList start_date end_date start_time end_time course_age_id course_type_id course_shop_id date course_products_id cpu_id
  signedIn   Course/wait course_id child_id course_product_id
  anyone     Events/getCourseType
  anyone     Events/getCourseShop
  anyone     Events/getCourseAge
  anyone     Events/getCourseList start_date end_date start_time end_time course_age_id course_type_id course_shop_id date
  anyone     Events/getCourseIntroduction id
  optionally Events/getCourseByType course_type_id
  anyone     Events/getCourseTypeDetails id
  signedIn   Events/getMyCourseList start_date end_date start_time end_time course_age_id course_type_id course_shop_id date
  signedIn   Events/getChangeList start_date end_date start_time end_time course_age_id course_type_id course_shop_id date course_products_id cpu_id
  signedIn   Events/wait course_id child_id course_product_id
  anyone     Parents/getCourseType
  anyone     Parents/getCourseShop
  anyone     Parents/getCourseAge
  anyone     Parents/getCourseList start_date end_date start_time end_time course_age_id course_type_id course_shop_id date
  anyone     Parents/getCourseIntroduction id
  optionally Parents/getCourseByType course_type_id
  anyone     Parents/getCourseTypeDetails id
  signedIn   Parents/getMyCourseList start_date end_date start_time end_time course_age_id course_type_id course_shop_id date
  signedIn   Parents/getChangeList start_date end_date start_time end_time course_age_id course_type_id course_shop_id date course_products_id cpu_id
  optionally Parents/wait course_id full_name contact_number email course_product_id
  signedIn   Course_Order/buyNowConfirmOrder course_id date_id course_product_id combo_num child_id discount_code
  signedIn   Course_Order/submitOrder course_id child_id course_product_id combo_num discount_code
  signedIn   Course_Order/submitOrderByTry child_id course_product_id
  signedIn   course_order/isTry type_id child_id
  signedIn   course_order/getOrderList page
  signedIn   course_order/getOrderDetails order_sn
  signedIn   course_order/cancelOrder order_sn
  signedIn   course_order/change cpu_id change_id
  signedIn   course_order/cartSubmitOrder cart_id combo_num discount_code
  signedIn   course_cart/add course_product_id child_ids
  signedIn   course_cart/getCartList page cart_id combo_num discount_code
  signedIn   course_cart/del cart_id
  signedIn   Events_Order/buyNowConfirmOrder course_id course_product_id combo_num child_id discount_code date_id
  signedIn   Events_Order/submitOrder course_id child_id course_product_id combo_num discount_code
  signedIn   Events_Order/submitOrderByTry child_id course_product_id
  signedIn   Events_order/isTry type_id child_id
  signedIn   Events_order/getOrderList page
  signedIn   Events_order/getOrderDetails order_sn
  signedIn   Events_order/cancelOrder order_sn
  signedIn   Events_order/change cpu_id change_id
  signedIn   Events_order/cartSubmitOrder cart_id combo_num discount_code
  signedIn   Events_cart/add course_product_id child_ids
  signedIn   Events_cart/getCartList page cart_id combo_num discount_code
  signedIn   Events_cart/del cart_id
  optionally parents_order/buyNowConfirmOrder course_id date_id course_product_id combo_num discount_code
  optionally parents_order/submitOrder course_id course_product_id contact_number full_name email combo_num discount_code
  optionally parents_order/submitOrderByTry course_product_id full_name contact_number email
  signedIn   parents_order/getOrderList page
  signedIn   parents_order/getOrderDetails order_sn
  signedIn   parents_order/cancelOrder order_sn
  signedIn   parents_order/change cpu_id change_id
  signedIn   parents_order/cartSubmitOrder cart_id combo_num discount_code
  signedIn   parents_cart/add course_product_id full_name contact_number email
  signedIn   parents_cart/getCartList page cart_id combo_num discount_code
  signedIn   parents_cart/del cart_id
  anyone     goods/getCategory
  anyone     goods/getGoodsList is_hot page category_id
  anyone     goods/getGoodsDetails goods_id
  signedIn   cart/add num goods_id
  signedIn   cart/getCartGoodsList page
  signedIn   cart/inc cart_id
  signedIn   cart/dec cart_id
  signedIn   cart/del cart_id
  signedIn   order/buyNowConfirmOrder num goods_id
  signedIn   order/cartConfirmOrder cart_id
  signedIn   order/submitOrder num goods_id address full_name mobile postal_code
  signedIn   order/cartSubmitOrder cart_id address full_name mobile postal_code
  signedIn   order/getOrderList page
  signedIn   order/getOrderDetails order_sn
  anyone     Course_Combo/getCourseComboList
  signedIn   Course_Combo/submit_order id
  optionally pay/stripe order_sn type
`
const publishedCalls = published
  .trim()
  .split('\n')
  .map(line => line.trim().split(/ +/))
  .map(([access = '', path = '', ...fields]) => ({ access, path, fields }))

const inContract = callsIn(contract)

// Proves API-14.
test('the contract has the 115 published calls as the source documents spell them', () => {
  expect(publishedCalls).toHaveLength(115)
  for (const { path, access, fields } of publishedCalls) {
    const calls = inContract.filter(call => call.path.toLowerCase() === path.toLowerCase())
    const read = new Set(calls.flatMap(call => [...Object.keys(call.input.fields), call.variant?.field]))
    const notRead = fields.filter(field => !read.has(field))
    expect({ path, access: calls[0]?.access, notRead }).toEqual({ path, access, notRead: [] })
  }
})

const ofForms = [
  'user/profile before',
  'user/createChild request_id',
  'user/createChild is_another',
  'user/editChild before',
]
const ofDelivery = [
  'order/buyNowConfirmOrder',
  'order/cartConfirmOrder',
  'order/submitOrder',
  'order/cartSubmitOrder',
]

test('a documented call has few extra fields, for pages, offers, prices, answers, forms and delivery', () => {
  const beyond = publishedCalls.flatMap(({ path, fields }) => {
    const calls = inContract.filter(call => call.path.toLowerCase() === path.toLowerCase())
    const read = new Set(calls.flatMap(call => Object.keys(call.input.fields)))
    return [...read].filter(field => !fields.includes(field)).map(field => `${path} ${field}`)
  })
  const isPaged = (path: string) =>
    publishedCalls.some(one => one.path === path && one.fields.includes('page'))
  const submits = publishedCalls.filter(({ path }) => /submit(Order|_order)/i.test(path))
  expect(beyond.filter(one => !(one.endsWith(' limit') && isPaged(one.slice(0, -6)))).sort()).toEqual(
    [
      ...ofForms,
      ...['cart/add', 'order/buyNowConfirmOrder', 'order/submitOrder'].map(path => `${path} variant_id`),
      ...ofDelivery.map(path => `${path} collect`),
      ...submits.map(({ path }) => `${path} shown`),
      ...submits
        .filter(({ path }) => /^(course|events|parents)_order/i.test(path))
        .flatMap(({ path }) => [`${path} answers`, `${path} pay_later`]),
      ...['full_name', 'contact_number', 'email'].map(field => `parents_order/buyNowConfirmOrder ${field}`),
    ].sort(),
  )
})

// Proves API-03, API-08, API-14, API-15.
test('every published call answers in the envelope, in any case of its path', async () => {
  const { token } = await makeAccount(app)
  for (const { path, access } of publishedCalls) {
    for (const spelling of [path, path.toLowerCase(), path.toUpperCase()]) {
      const visitor = await app.call(spelling)
      const parent = await app.call(spelling, {}, token)
      for (const answer of [visitor, parent]) {
        const { status, ...envelope } = answer
        expect({ path, fields: Object.keys(envelope) }).toEqual({ path, fields: ['code', 'msg', 'data'] })
        expect({ path, status }).toEqual({ path, status: envelope.code === 401 ? 401 : 200 })
        expect([0, 1, 66, 401]).toContain(envelope.code)
      }
      expect({ path, code: parent.code }).not.toEqual({ path, code: 401 })
      expect({ path, asksToLogIn: visitor.code === 401 }).toEqual({
        path,
        asksToLogIn: access === 'signedIn',
      })
    }
  }
})

// Proves API-15.
test('an invented token is refused with 401 by calls that need a log-in', async () => {
  for (const { path, access } of publishedCalls) {
    const { code } = await app.call(path, {}, 'A'.repeat(43))
    expect({ path, isRefused: code === 401 }).toEqual({ path, isRefused: access !== 'anyone' })
  }
})
