import { runBackup } from '#server/operating/operator-commands.ts'
import { runScript } from './run-script.ts'

await runScript('The backup was not made', print => runBackup(process.env, process.argv[2], print))
