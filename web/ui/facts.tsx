import type { ReactNode } from 'react'

/** A card of names and values; what is not known is a dash. */
export function Facts({
  title,
  picture,
  facts,
}: {
  title: string
  picture?: ReactNode
  facts: readonly (readonly [name: string, value: string])[]
}) {
  return (
    <section className="card p-5 md:p-6">
      <h2 className="text-xl">{title}</h2>
      {picture && <div className="mt-3">{picture}</div>}
      <dl className="mt-3 grid gap-3">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-quiet">{name}</dt>
            <dd className="wrap-anywhere whitespace-pre-line font-extrabold">{value || '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
