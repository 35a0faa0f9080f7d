// A child process of a benchmark: the product in demo mode, without the demo's business, and with a practice card
// provider that runs already and that several such processes may share.
import Stripe from 'stripe'
import { patience } from '#server/cards/card-provider.ts'
import { startServer } from '#server/start-server.ts'

export interface PracticeCards {
  port: number
  keys: { secretKey: string; webhookSecret: string }
}

const { port, keys } = JSON.parse(process.env.CARDS ?? '') as PracticeCards
const stripe = new Stripe(keys.secretKey, { host: '127.0.0.1', port, protocol: 'http', ...patience })
const server = await startServer(process.env, async () => ({
  fillDatabase: async () => {},
  openCards: async () => ({ stripe, keys, close: async () => {} }),
  work: [],
}))
process.once('SIGTERM', () => {
  server.close().then(() => process.exit(0))
})
process.stdout.write('Maypole is ready\n')
