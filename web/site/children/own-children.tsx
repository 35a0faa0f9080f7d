import * as addresses from '#contract/addresses.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { useChildren } from './queries.ts'

/** Lists the children on the account's details page, to add, edit or remove them. */
export function OwnChildren() {
  const { data: children, isError, refetch } = useChildren()
  if (!children && !isError) return null
  return (
    <section aria-labelledby="own-children" className="card card-inset above-l">
      <h2 id="own-children" className="card-title">
        My children
      </h2>
      {!children && <ErrorPanel onRetry={refetch} />}
      <ul className="stack gap-l above-m">
        {children?.map(({ id, firstName, lastName }) => (
          <li key={id} className="row spread">
            <b>
              {firstName} {lastName}
            </b>
            <PageLink to={addresses.child({ childId: id })} className="text-link lone-link">
              Change or take off<span className="sr-only"> {firstName}</span>
            </PageLink>
          </li>
        ))}
      </ul>
      <p className="above-l">
        <PageLink to={addresses.editChild()} className="text-link lone-link">
          Add a child
        </PageLink>
      </p>
    </section>
  )
}
