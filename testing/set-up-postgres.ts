import { preparePostgres } from './prepare-databases.ts'

export { preparePostgres as setup }
