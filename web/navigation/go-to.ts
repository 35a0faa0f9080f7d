import { useEffect } from 'react'
import { pagesBefore } from './history.ts'
import { useNavigate } from './router.tsx'

type Go = (address: string) => void
let navigate: Go = address => location.assign(address)

/** Navigates from outside React, for central failure handling. */
export const goTo: Go = address => navigate(address)

/** Gives `goTo` the router. */
export function useNavigationFromOutside(): void {
  const routerNavigate = useNavigate()
  useEffect(() => {
    navigate = address => routerNavigate(address)
  }, [routerNavigate])
}

/** Goes back this many pages if they are the site's own, else to the given address: `goBack(3, home())`. */
export function useGoBack(): (pages: number, otherwise: string) => void {
  const navigate = useNavigate()
  return (pages, otherwise) => {
    if (pagesBefore() >= pages) navigate(-pages)
    else navigate(otherwise, { replace: true })
  }
}
