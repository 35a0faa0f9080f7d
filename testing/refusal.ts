import { Refusal } from '#domain/refusal.ts'

/**
 * The sentence that a call is refused with, after its code when that is not the general 0; undefined when the call is
 * answered. Whatever else goes wrong fails the test.
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
