import { OfficeRefusal } from '#domain/office/office-refusal.ts'
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

/** Returns the sentences of a refusal by field; undefined when the call succeeds. Any other error fails the test. */
export async function refusedFields(call: Promise<unknown>): Promise<Record<string, string> | undefined> {
  try {
    await call
    return undefined
  } catch (error) {
    if (!(error instanceof OfficeRefusal)) throw error
    return (error.facts as { fields?: Record<string, string> }).fields
  }
}
