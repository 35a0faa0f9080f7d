import './facts.css'
import type { ReactNode } from 'react'

/** A card of names and values; an unknown value is a dash. */
export function Facts({
  title,
  picture,
  facts,
  action,
}: {
  title: string
  picture?: ReactNode
  facts: readonly (readonly [name: string, value: string])[]
  /** The actions. */
  action?: ReactNode
}) {
  return (
    <section className="card card-inset">
      <h2 className="card-title">{title}</h2>
      {picture && <div className="above-s">{picture}</div>}
      <dl className="stack gap-m above-s">
        {facts.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
      {action && <div className="above-m">{action}</div>}
    </section>
  )
}

/** A name and its value; an unknown value is a dash. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="small quiet">{name}</dt>
      <dd className="fact-value">{children || '–'}</dd>
    </div>
  )
}
