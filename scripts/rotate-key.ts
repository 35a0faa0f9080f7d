import { runRotation } from '#server/operating/operator-commands.ts'
import { runScript } from './run-script.ts'

await runScript('The key was not changed', print => runRotation(process.env, print))
