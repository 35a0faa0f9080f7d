import * as addresses from '#contract/addresses.ts'
import { addressLine, longDay } from '#domain/format-dates.ts'
import { notesKept } from '#domain/sentences.ts'
import { useSearchParams } from '#web/navigation/router.tsx'
import { AccountHeading } from '#web/site/accounts/account-heading.tsx'
import { useSupportContact } from '#web/site/content/support-contact.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { fullDate } from '#web/ui/british-dates.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Facts } from '#web/ui/facts.tsx'
import type { Child, Contact } from './child-form-values.ts'
import { ChildMissing } from './child-missing.tsx'
import { useChild } from './queries.ts'

// “No” is also the initial value, so these words must be true of an unanswered question as well.
const genderWords = { male: 'Male', female: 'Female', preferNotToSay: 'Not said' } as const
const agreed = (isYes: boolean) => (isYes ? 'Yes, you agreed' : 'None: you have not agreed')
const joined = (...parts: string[]) => parts.filter(Boolean).join(' ')

/** Shows everything stored about a child, for a parent to check. */
export function ChildPage() {
  const [search] = useSearchParams()
  const id = Number(addresses.child.read(search).childId)
  const child = useChild(id)
  return child.data ? <ChildDetails child={child.data} /> : <ChildMissing query={child} isNamed={id > 0} />
}

function ChildDetails({ child }: { child: Child }) {
  const name = joined(child.firstName, child.lastName)
  const { email, phone } = useSupportContact()
  const { pickUpPerson } = child
  const kept = child.notesShownOn && notesKept(longDay(child.notesShownOn))
  const picker = joined(pickUpPerson.firstName, pickUpPerson.lastName)
  return (
    <>
      <AccountHeading
        title={name}
        picture={<Avatar name={name} picture={child.avatar} size="large" />}
        action={
          <LinkButton look="secondary" to={addresses.editChild({ childId: child.id })}>
            Edit
          </LinkButton>
        }
      >
        Born {fullDate(child.dateOfBirth)}
      </AccountHeading>
      <div className="columns">
        <Facts
          title="About"
          facts={[
            ['Gender', genderWords[child.gender]],
            ['Birthday', fullDate(child.dateOfBirth)],
            ['School or nursery', child.schoolName || (child.attendsSchool ? 'Yes' : '')],
            [
              child.addressSource === 'guardian' ? 'Address (parent/guardian)' : 'Address (alternative)',
              addressLine([child.addressLine1, child.addressLine2]),
            ],
          ]}
        />
        <Facts
          title="Health"
          facts={[
            ['Medical conditions', kept ?? child.medical],
            ['Allergies', kept ?? child.allergy],
            ['Anything else', child.note],
          ]}
        />
        <ContactFacts title="Emergency contact one" contact={child.contacts[0]} />
        <ContactFacts title="Emergency contact two" contact={child.contacts[1]} />
        <Facts
          title="Who else may collect"
          picture={pickUpPerson.photo && <Avatar name={picker} picture={pickUpPerson.photo} size="large" />}
          facts={
            picker
              ? [
                  ['Name', picker],
                  ['Phone', pickUpPerson.phone],
                  ['Relationship', pickUpPerson.relationship],
                ]
              : [['Name', '']]
          }
        />
        <Facts
          title="Photos"
          facts={[
            ['Photos in class', agreed(child.photoPermission)],
            ['Photos for marketing', agreed(child.photoMarketingPermission)],
          ]}
        />
      </div>
      <section aria-labelledby="take-off" className="card card-inset above-l">
        <h2 id="take-off" className="card-title">
          Take {child.firstName} off your account
        </h2>
        <p className="above-s">
          Write to us at {email} or call {phone}. We erase everything we keep of {child.firstName}; past
          bookings stay in your orders without the name.
        </p>
      </section>
    </>
  )
}

function ContactFacts({ title, contact }: { title: string; contact: Contact }) {
  return (
    <Facts
      title={title}
      facts={[
        ['Name', joined(contact.firstName, contact.lastName)],
        ['Relationship', contact.relationship],
        ['Mobile', contact.mobile],
        ['Email', contact.email],
      ]}
    />
  )
}
