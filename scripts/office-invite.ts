import { runInvitation } from '#server/operating/operator-commands.ts'
import { runScript } from './run-script.ts'

await runScript('Nobody was invited', print => runInvitation(process.env, process.argv.slice(2), print))
