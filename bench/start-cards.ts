import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStandInProcess } from '#stripe-stand-in/start-process.ts'
import { freePort } from '#testing/free-port.ts'
import type { PracticeCards } from './product-with-cards.ts'

/**
 * Starts the practice card provider as a process that several products share. Its hooks go to the product on
 * `productPort`.
 */
export async function startCards(): Promise<
  PracticeCards & { productPort: number; pid: () => number; close: () => Promise<void> }
> {
  const folder = mkdtempSync(join(tmpdir(), 'maypole-bench-cards-'))
  const keys = { secretKey: 'sk_test_bench', webhookSecret: 'whsec_bench' }
  const productPort = await freePort()
  const webhookUrl = `http://127.0.0.1:${productPort}/hooks/stripe`
  const { port, pid, close } = await startStandInProcess({ port: 0, folder, ...keys, webhookUrl })
  return {
    port,
    keys,
    productPort,
    pid,
    close: async () => {
      await close()
      rmSync(folder, { recursive: true })
    },
  }
}
