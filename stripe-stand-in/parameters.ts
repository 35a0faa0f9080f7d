import { ApiRefusal } from './api-refusal.ts'

/** Parameters as the SDK sends them: one flat name each, `line_items[0][price_data][currency]`. */
export type Parameters = URLSearchParams

export function requiredText(from: Parameters, param: string): string {
  const given = from.get(param)
  if (!given) {
    throw new ApiRefusal({ code: 'parameter_missing', message: `Missing required param: ${param}.`, param })
  }
  return given
}

export function wholeNumber(from: Parameters, param: string): number | undefined {
  const given = from.get(param)
  if (given === null) return undefined
  if (!/^\d{1,15}$/.test(given)) {
    throw new ApiRefusal({ code: 'parameter_invalid_integer', message: `Invalid integer: ${given}`, param })
  }
  return Number(given)
}

export function webAddress(from: Parameters, param: string): string | null {
  const given = from.get(param)
  if (!given) return null
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol)) {
    throw new ApiRefusal({ code: 'url_invalid', message: 'Not a valid URL', param })
  }
  return given
}

/** Reads `metadata[order]=…` parameters into a table of at most 50 keys of 500 characters. */
export function metadata(from: Parameters, prefix: string): Record<string, string> {
  const entries = [...from].filter(([name]) => name.startsWith(`${prefix}[`) && name.endsWith(']'))
  const table = entries.map(([name, value]) => [name.slice(prefix.length + 1, -1), value] as const)
  if (table.length > 50 || table.some(([key, value]) => key.length > 40 || value.length > 500)) {
    throw new ApiRefusal({
      message: 'Metadata holds 50 keys of 40 characters, values of 500.',
      param: prefix,
    })
  }
  return Object.fromEntries(table)
}

export function refuseUnknown(from: Parameters, known: readonly string[]): void {
  for (const name of from.keys()) {
    const param = name.split('[', 1)[0] ?? name
    if (!known.includes(param)) {
      throw new ApiRefusal({
        code: 'parameter_unknown',
        message: `Received unknown parameter: ${param}`,
        param,
      })
    }
  }
}
