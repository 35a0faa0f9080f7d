import { type StripeStandInOptions, startStripeStandIn } from './start-stripe-stand-in.ts'

/** The stand-in as a process: its options are the first message, its port the answer. It ends with whoever started it. */
process.once('message', async (options: Omit<StripeStandInOptions, 'clock'>) => {
  try {
    const standIn = await startStripeStandIn({ ...options, clock: () => new Date() })
    process.once('disconnect', () => standIn.close().then(() => process.exit()))
    process.send?.({ port: standIn.port })
  } catch (error) {
    process.send?.({ problem: (error as Error).message }, () => process.exit(1))
  }
})
// What a terminal tells the whole group is for the starter to act on: what it has under way may still be paid.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
