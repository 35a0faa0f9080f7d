import { runAudit } from '#server/operating/run-audit.ts'
import { runScript } from './run-script.ts'

await runScript('The audit could not be made', print =>
  runAudit(process.env, new Date(), print, process.argv.slice(2)),
)
