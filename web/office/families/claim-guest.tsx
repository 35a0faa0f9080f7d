import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { GuestToClaim } from '#contract/office/families.ts'
import { sentences } from '#domain/sentences.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useToday } from '#web/today.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { filledIn, trimmed } from '#web/ui/forms/form.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { EditForm } from '../ui/edit-form.tsx'
import { spokenInstant } from '../ui/moments.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useDelayed } from '../ui/office-list.ts'
import { SidePanel } from '../ui/side-panel.tsx'
import { guestQuery, useClaimGuest } from './family-queries.ts'

/**
 * Makes an account for the guest who placed an order. The owner of the email address confirms it by
 * mail.
 */
export function ClaimGuest({ number, email }: { number: string; email: string }) {
  const mayEdit = useMay('family.edit')
  const [isOpen, setOpen] = useState(false)
  if (!mayEdit || email === '') return null
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        Add this guest as a family
      </Button>
      {isOpen && (
        <SidePanel title="Add this guest as a family" onClose={() => setOpen(false)}>
          <Opened number={number} />
        </SidePanel>
      )}
    </>
  )
}

function Opened({ number }: { number: string }) {
  const guest = useQuery(guestQuery(useOfficeApi(), number))
  const isSlow = useDelayed(guest.isPending)
  if (guest.data) return <ClaimForm number={number} guest={guest.data} />
  if (guest.isError) return <NotLoaded error={guest.error} onRetry={guest.refetch} />
  return isSlow ? <TextSkeleton /> : null
}

function ClaimForm({ number, guest }: { number: string; guest: GuestToClaim }) {
  const today = useToday()
  const claim = useClaimGuest()
  const { email, firstName, lastName, family, mailed } = guest
  return (
    <EditForm
      values={{ firstName, lastName }}
      checks={text =>
        family
          ? []
          : [
              filledIn(text, 'firstName', sentences.firstNameRequired),
              filledIn(text, 'lastName', sentences.lastNameRequired),
            ]
      }
      onSave={(text, { requestId }) =>
        claim.mutateAsync({
          ...(family ? { firstName: '', lastName: '' } : trimmed(text, 'firstName', 'lastName')),
          ...{ number, requestId },
        })
      }
      onSaved={(_saved, close) => {
        close()
        showSuccess(`The link is on its way to ${email}`)
      }}
      save="Mail the link"
      done=""
    >
      {family ? (
        <p>
          The family of <PageLink to={addresses.family({ id: family.id })}>{family.name}</PageLink> has the
          address {email}.
        </p>
      ) : (
        <>
          <p>An account with the address {email} is made. It has no password yet.</p>
          <Field label="First name" name="firstName" autoComplete="off" isStarred />
          <Field label="Last name" name="lastName" autoComplete="off" isStarred />
        </>
      )}
      <p>
        We mail a link to {email}. Once its owner has opened it and agreed, the orders of this guest move to
        the family’s account. Unpaid ones follow when they are paid.
      </p>
      {mailed && (
        <p className="quiet">
          A link was mailed {spokenInstant(mailed.at, today)}
          {mailed.by && ` by ${mailed.by}`}
        </p>
      )}
    </EditForm>
  )
}
