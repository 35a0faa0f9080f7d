import { prepareEmbedded } from './prepare-databases.ts'

export { prepareEmbedded as setup }
