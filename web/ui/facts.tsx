/** A card of names and values; what is not known is a dash. */
export function Facts({
  title,
  facts,
}: {
  title: string
  facts: readonly (readonly [name: string, value: string])[]
}) {
  return (
    <section className="card p-5 md:p-6">
      <h2 className="text-xl">{title}</h2>
      <dl className="mt-3 grid gap-3">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-quiet">{name}</dt>
            <dd className="whitespace-pre-line font-extrabold">{value || '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
