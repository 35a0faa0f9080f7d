import { useQuery } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import { splitName } from '#domain/office/split-name.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useNavigate } from '#web/navigation/router.tsx'
import { enquiryQuery } from '../enquiries/enquiry-queries.ts'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { WithAnswer } from '../ui/not-loaded.tsx'
import { useFilters } from '../ui/office-list.ts'
import { PageHead } from '../ui/page-head.tsx'
import { NewFamily } from './new-family.tsx'

/**
 * Adds a family by hand, as during a telephone call, or from an enquiry (`?enquiry=12`), whose name
 * and contact are filled in.
 */
export function NewFamilyPage() {
  const [{ enquiry }] = useFilters({ enquiry: '' })
  const isAnswerer = useMay('enquiry.answer')
  const id = isAnswerer ? Number(enquiry) || 0 : 0
  const navigate = useNavigate()
  const open = ({ id: familyId }: { id: number }) =>
    navigate(addresses.family({ id: familyId }), { replace: true })
  const found = useQuery({ ...enquiryQuery(useOfficeApi(), id), enabled: id > 0 })
  return (
    <>
      <PageHead title="New family">
        <p>Contacts and health of the children can follow. Until then their registers say “not told”.</p>
        {id > 0 && (
          <p>
            <PageLink to={`${addresses.enquiries()}?enquiry=${id}`}>Back to the enquiry</PageLink>
          </p>
        )}
      </PageHead>
      {id > 0 ? (
        <WithAnswer query={found}>
          {from => (
            <NewFamily
              begins={{ ...splitName(from.name), email: from.email, mobile: from.phone }}
              enquiryId={from.id}
              onMade={open}
            />
          )}
        </WithAnswer>
      ) : (
        <NewFamily onMade={open} />
      )}
    </>
  )
}
