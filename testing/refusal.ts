import { Refusal } from '#domain/refusal.ts'

/**
 * Returns the sentence of a call's refusal, after its code if that is not 0; undefined when the call
 * succeeds. Any other error fails the test.
 */
export async function refusal(call: Promise<unknown>): Promise<string | undefined> {
  try {
    await call
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.code === 0 ? error.message : `${error.code} ${error.message}`
  }
}
