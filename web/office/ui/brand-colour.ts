import { useEffect } from 'react'

/** Applies the business's own colour to controls, as soon as it is known. */
export function useBrandColour(accent: string | undefined): void {
  useEffect(() => {
    if (accent) document.documentElement.style.setProperty('--color-brand', accent)
  }, [accent])
}
