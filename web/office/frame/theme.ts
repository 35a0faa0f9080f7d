export const themes = { system: 'As the system', light: 'Light', dark: 'Dark' } as const
export type Theme = keyof typeof themes

const key = 'maypole.office.theme'

export const chosenTheme = (): Theme => {
  const kept = localStorage.getItem(key)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

/** Uses the system's light or dark theme, unless the person chose one in this browser. */
export function showChosenTheme(): void {
  document.documentElement.dataset.theme = chosenTheme()
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(key, theme)
  showChosenTheme()
}
