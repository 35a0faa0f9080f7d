import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { isCardPageUrl } from './card-provider.ts'

const config = readConfig({ PUBLIC_URL: 'http://localhost:3000' }, () => Buffer.alloc(32, 1))
const real = { stripe: new Stripe('sk_test_1'), config }
const standIn = {
  stripe: new Stripe('sk_test_1', { host: '127.0.0.1', port: 4000, protocol: 'http' }),
  config,
}

test.each([
  ['https://checkout.stripe.com/c/pay/cs_1', true],
  ['https://pay.stripe.com/c/pay/cs_1', true],
  ['https://pay.conkerandkite.example/c/pay/cs_live_1#fid', true],
  ['http://checkout.stripe.com/c/pay/cs_1', false],
  ['http://pay.conkerandkite.example/c/pay/cs_live_1', false],
  ['https://checkout.stripe.com@evil.example/c/pay/cs_1', false],
  ['https://checkout.stripe.com.evil.example/c', false],
  ['https://evilstripe.com/c', false],
  ['https://checkout.stripe.com@evil.example/c', false],
  ['javascript:alert(1)', false],
  ['http://127.0.0.1:4000/pay/cs_1', false],
  ['', false],
])('with the real provider, opening %s is allowed: %s', (url, may) => {
  expect(isCardPageUrl(real, url)).toBe(may)
})

test.each([
  ['http://127.0.0.1:4000/pay/cs_1', true],
  ['http://localhost:4000/pay/cs_1', true],
  ['http://evil.example:4000/pay/cs_1', false],
  ['javascript:alert(1)', false],
])('with the stand-in, opening %s is allowed: %s', (url, may) => {
  expect(isCardPageUrl(standIn, url)).toBe(may)
})
