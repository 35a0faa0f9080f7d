import { useEffect } from 'react'

/** What is pressed has the business's own colour, as soon as that is known. */
export function useBrandColour(accent: string | undefined): void {
  useEffect(() => {
    if (accent) document.documentElement.style.setProperty('--color-brand', accent)
  }, [accent])
}
