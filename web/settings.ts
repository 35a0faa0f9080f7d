import { createContext, useContext } from 'react'
import type { NarrowerWidth } from '#domain/picture-widths.ts'
import type { SitePart } from '#domain/site-parts.ts'
import { narrower } from './narrower-pictures.ts'
import type { RuntimeSettings } from './runtime-settings.ts'

/** Reads the settings of the page in the browser, from its `<meta>` elements. */
export function readRuntimeSettings(): RuntimeSettings {
  const meta = (name: string) =>
    document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || undefined
  return {
    apiBase: meta('api-base') ?? '/api/',
    imageBase: meta('image-base') ?? '/media/',
    publicUrl: meta('public-url') ?? location.origin,
    isDemo: meta('demo') !== undefined,
    hasDemoPeople: meta('demo') === 'people',
    lacks: meta('lacks')?.split(' ') ?? [],
    pauseText: meta('pause') ?? '',
  }
}

const SettingsContext = createContext<RuntimeSettings | undefined>(undefined)
export const SettingsProvider = SettingsContext.Provider

export function useSettings(): RuntimeSettings {
  const settings = useContext(SettingsContext)
  if (!settings) throw new Error('useSettings needs a SettingsProvider around it')
  return settings
}

/** Returns a function that says whether links to a part may be shown: `offers('packs')` or `offers(page.part)`. */
export function useOffers(): (part: SitePart | undefined) => boolean {
  const { lacks } = useSettings()
  return part => !part || !lacks.includes(part)
}

/** Returns a picture's address: the wire has paths relative to the image base (decision C-36). */
export function imageAddress(imageBase: string, path: string): string {
  return /^(https?:|data:|blob:|\/)/.test(path) ? path : `${imageBase}${path}`
}

/** Returns a function for picture addresses: `imageUrl(type.image)`, or `imageUrl(type.image, 160)` for a small one. */
export function useImageUrl(): (path: string, width?: NarrowerWidth) => string {
  const { imageBase } = useSettings()
  return (path, width) => {
    const address = imageAddress(imageBase, path)
    return width ? narrower(address, width) : address
  }
}
