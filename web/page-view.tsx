import { type ComponentType, use } from 'react'

type Load = () => Promise<ComponentType>
const loaded = new Map<Load, ComponentType>()
const onTheirWay = new Map<Load, Promise<ComponentType>>()
const failed = new Map<Load, unknown>()

/** Brings a page's code; asked again it is the same promise, and after a failure another try. */
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

/** The same for the router, which shows the last page meanwhile: nothing when the page can be drawn. */
export const bringPage = (page: { load: Load }): Promise<ComponentType> | undefined =>
  loaded.has(page.load) ? undefined : loadPage(page)

/** A page by its code, which the router has brought; where that failed, the error is this one's, until it is tried anew. */
export function PageView({ page }: { page: { load: Load } }) {
  if (failed.has(page.load)) throw failed.get(page.load)
  const Component = loaded.get(page.load) ?? use(loadPage(page))
  return <Component />
}
