import { useEffect } from 'react'
import { accentByScheme } from '#domain/office/business-rules.ts'

/** Applies the business's own colour to controls, by day and by night, as soon as it is known. */
export function useBrandColour(accent: string | undefined): void {
  useEffect(() => {
    if (accent) document.documentElement.style.setProperty('--color-brand', accentByScheme(accent))
  }, [accent])
}
