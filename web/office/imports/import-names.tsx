import { useInfiniteQuery } from '@tanstack/react-query'
import type { ImportRun } from '#contract/office/imports.ts'
import { useOfficeApi } from '../office-api.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { namesQuery } from './import-queries.ts'
import { count } from './import-words.ts'

/** Shows how full names were split, so that they can be checked before the import. */
export function ImportNames({ run }: { run: ImportRun }) {
  const list = useInfiniteQuery(namesQuery(useOfficeApi(), run.id))
  const [first] = list.data?.pages ?? []
  if (!first) return list.isError ? <NotLoaded error={list.error} onRetry={list.refetch} /> : null
  if (first.total === 0) return null
  return (
    <section className="stack gap-s">
      <h2>How names are split</h2>
      <p>
        {first.decided === 0
          ? 'Each of these names is two words: a first name and a surname.'
          : `Please look at the first ${first.decided === 1 ? 'one' : count(first.decided)}: more than two words, or with a comma.`}{' '}
        To split a name differently, write it in your file with a comma: Smith Jones, Anna.
      </p>
      <div className="import-table">
        <table>
          <caption className="sr-only">How names are split</caption>
          <thead>
            <tr>
              <th scope="col">In your file</th>
              <th scope="col">First name</th>
              <th scope="col">Surname</th>
            </tr>
          </thead>
          <tbody>
            {list.data?.pages
              .flatMap(({ items }) => items)
              .map(({ whole, firstName, lastName }) => (
                <tr key={whole}>
                  <th scope="row">{whole}</th>
                  <td>{firstName}</td>
                  <td>{lastName}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      <div>
        <ShowMore list={list} />
      </div>
    </section>
  )
}
