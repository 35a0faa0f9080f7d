import { endInTime } from '#server/end-in-time.ts'
import { type StripeStandIn, type StripeStandInOptions, startStripeStandIn } from './start-stripe-stand-in.ts'

const secondsToEnd = 3
// Its warnings go where the server's log goes: a closed pipe or a full disk does not end it.
process.stderr.on('error', () => {})

let standIn: StripeStandIn | undefined

/** The stand-in as a process: its options are the first message, its port the answer. It ends with whoever started it. */
process.once('message', async (options: Omit<StripeStandInOptions, 'clock'>) => {
  try {
    standIn = await startStripeStandIn({ ...options, clock: () => new Date() })
    process.send?.({ port: standIn.port })
  } catch (error) {
    process.send?.({ problem: (error as Error).message }, () => process.exit(1))
  }
})
process.once('disconnect', async () => {
  endInTime(secondsToEnd)
  await standIn?.close()
  process.exit()
})
// What the whole group is told is for the starter to act on: what it has under way may still be paid.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
