import type { Route } from './http/serve.ts'

/** Every call this server answers, by area. */
export const routes: Route[] = []
