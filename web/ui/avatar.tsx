import { narrower } from '#web/narrower-pictures.ts'

const sizes = { small: 'size-9 text-sm', usual: 'size-12 text-lg', large: 'size-20 text-3xl' } as const

/** A person's picture, or their initials. The name stands beside it, so it says nothing to a screen reader. */
export function Avatar({
  name,
  picture,
  size = 'usual',
}: {
  name: string
  /** The picture's address, if there is one. */
  picture?: string
  size?: keyof typeof sizes
}) {
  const shape = `${sizes[size]} flex-none rounded-full`
  if (picture) {
    return (
      <img src={narrower(picture, 160)} alt="" width={80} height={80} className={`${shape} object-cover`} />
    )
  }
  const initials = name
    .split(/\s+/)
    .map(word => word.charAt(0))
    .slice(0, 2)
    .join('')
  return (
    <span
      aria-hidden="true"
      className={`${shape} grid place-items-center bg-sun-soft font-extrabold text-deep uppercase`}
    >
      {initials}
    </span>
  )
}
