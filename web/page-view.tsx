import { type ComponentType, use } from 'react'

type Load = () => Promise<ComponentType>
const loaded = new Map<Load, ComponentType>()
const onTheirWay = new Map<Load, Promise<ComponentType>>()
const failed = new Map<Load, unknown>()

/** Loads a page's code; returns the same promise again, and retries after a failure. */
export function loadPage({ load }: { load: Load }): Promise<ComponentType> {
  const known = onTheirWay.get(load)
  if (known) return known
  const onItsWay = load()
  onTheirWay.set(load, onItsWay)
  failed.delete(load)
  onItsWay.then(
    component => loaded.set(load, component),
    error => {
      onTheirWay.delete(load)
      failed.set(load, error)
    },
  )
  return onItsWay
}

/**
 * Loads a page's code for the router, which shows the last page meanwhile; returns undefined if the page can be
 * rendered.
 */
export const bringPage = (page: { load: Load }): Promise<ComponentType> | undefined =>
  loaded.has(page.load) ? undefined : loadPage(page)

/** Renders a page whose code the router has loaded. If that failed, throws its error until a retry. */
export function PageView({ page }: { page: { load: Load } }) {
  if (failed.has(page.load)) throw failed.get(page.load)
  const Component = loaded.get(page.load) ?? use(loadPage(page))
  return <Component />
}
