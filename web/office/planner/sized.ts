/** Sets custom properties from a script, because the policy forbids style attributes. */
export const sized = (values: Record<string, string>) => (element: HTMLElement | null) => {
  for (const [name, value] of Object.entries(values)) element?.style.setProperty(name, value)
}
