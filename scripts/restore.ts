import { runRestore } from '#server/operating/operator-commands.ts'
import { runScript } from './run-script.ts'

await runScript('Nothing was restored', print => runRestore(process.env, process.argv[2], print))
