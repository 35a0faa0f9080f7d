export interface SavedFile {
  name: string
  type: string
  content: string
}

/** Saves a generated file through the browser's downloads. */
export function saveFile({ name, type, content }: SavedFile): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has begun by the next task; until then the address must exist.
  setTimeout(() => URL.revokeObjectURL(address))
}
