import { useEffect } from 'react'
import { isPathOf } from '#contract/addresses.ts'
import { pagesBefore } from './history.ts'
import { useNavigate } from './router.tsx'

type Go = (address: string) => void
let navigate: Go = address => location.assign(address)

/** Navigates from outside React: the central failure handling. */
export const goTo: Go = address => navigate(address)

/** Gives `goTo` the router. */
export function useNavigationFromOutside(): void {
  const routerNavigate = useNavigate()
  useEffect(() => {
    navigate = address => routerNavigate(address)
  }, [routerNavigate])
}

/** `goBack(3, home())`: back so many pages when they are the site's own, else to that address. */
export function useGoBack(): (pages: number, otherwise: string) => void {
  const navigate = useNavigate()
  return (pages, otherwise) => {
    if (pagesBefore() >= pages) navigate(-pages)
    else navigate(otherwise, { replace: true })
  }
}

/** Whether a form is still looked at where it was sent: whoever has gone on meanwhile, or is about to, stays there. */
export const isStillAt = (form: HTMLFormElement, page: { path: string }): boolean =>
  form.isConnected && isPathOf(location.pathname, page)
