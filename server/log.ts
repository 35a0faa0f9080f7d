import { type DestinationStream, pino } from 'pino'
import type { LogLevel } from './config.ts'
import { standardOutput } from './log-output.ts'
import type { Log, LogFacts } from './services.ts'

/**
 * Writes structured log lines, to standard output by default. Only the fields of LogFacts pass; errors keep
 * their stack, not their data.
 */
export function makeLog(level: LogLevel, destination: DestinationStream = standardOutput()): Log {
  const out = pino({ level, base: null }, destination)
  return {
    info: (event, facts) => out.info(pick(facts), event),
    error: (event, facts) => out.error({ ...pick(facts), ...failureFacts(facts?.error) }, event),
  }
}

function pick(facts: LogFacts | undefined): LogFacts {
  if (!facts) return {}
  const { requestId, method, path, status, code, milliseconds, ip, job, jobId, address, database, logEnd } =
    facts
  return { requestId, method, path, status, code, milliseconds, ip, job, jobId, address, database, logEnd }
}

/** Keeps only the code, constraint and stack of a database error: its `detail` quotes row values. */
function failureFacts(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return error === undefined ? {} : { kind: typeof error }
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  const frames = error.stack
    ?.split('\n')
    .filter(line => line.startsWith('    at '))
    .slice(0, 8)
  return { kind: error.name, code, constraint, ...(code ? {} : { message: error.message }), at: frames }
}
