import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import Stripe from 'stripe'
import { patience } from '#server/cards/card-provider.ts'
import type { Config } from '#server/config.ts'
import type { CardProvider, DemoMode } from '#server/demo-mode.ts'
import { startStandInProcess } from '#stripe-stand-in/start-process.ts'
import { businessName } from './business.ts'
import { dispatchParcels } from './dispatch-parcels.ts'
import { loadDemo } from './load-demo.ts'

/** The invented business and the practice card provider, for trying the product out (decision E-08). */
export const demoMode: DemoMode = {
  fillDatabase: loadDemo,
  openCards: openPracticeCards,
  work: [{ name: 'dispatch-parcels', everySeconds: 60, run: dispatchParcels }],
}

async function openPracticeCards(config: Config): Promise<CardProvider> {
  const secret = () => randomBytes(24).toString('hex')
  const keys = { secretKey: `sk_test_${secret()}`, webhookSecret: `whsec_${secret()}` }
  const standIn = await startStandInProcess({
    port: config.standInPort,
    businessName: config.business === 'demo' ? businessName : 'Your business',
    folder: join(config.dataDir, 'cards'),
    ...keys,
    // A HOST that only this machine can reach applies to the card page too.
    host: /^(127\.|::1$)/.test(config.host ?? '') ? '127.0.0.1' : '0.0.0.0',
    publicHost: new URL(config.publicUrl).hostname,
    webhookUrl: `http://127.0.0.1:${config.port}/hooks/stripe`,
  })
  const stripe = new Stripe(keys.secretKey, {
    host: '127.0.0.1',
    port: standIn.port,
    protocol: 'http',
    ...patience,
  })
  return { stripe, keys: { ...keys, isPractice: true }, close: standIn.close }
}
