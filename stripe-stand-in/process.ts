import { exitWithin } from '#server/exit-within.ts'
import { type StripeStandIn, type StripeStandInOptions, startStripeStandIn } from './start-stripe-stand-in.ts'

const secondsToEnd = 3
// Its warnings go where the server's log goes: a closed pipe or a full disk does not end it.
process.stderr.on('error', () => {})

let standIn: StripeStandIn | undefined

/**
 * Runs the stand-in as a process. It takes its options as the first message and sends back its port. It ends with its
 * starter.
 */
process.once('message', async (options: Omit<StripeStandInOptions, 'clock'>) => {
  try {
    standIn = await startStripeStandIn({ ...options, clock: () => new Date() })
    process.send?.({ port: standIn.port })
  } catch (error) {
    process.send?.({ problem: (error as Error).message }, () => process.exit(1))
  }
})
process.once('disconnect', async () => {
  exitWithin(secondsToEnd)
  await standIn?.close()
  process.exit()
})
// A signal to the whole process group is for the starter to act on, because its orders in progress may still
// be paid.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
