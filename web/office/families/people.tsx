import { telOf } from '#domain/email-address.ts'
import './family.css'
import type { RegisterRow } from '#contract/office/registers.ts'
import { Avatar } from '#web/ui/avatar.tsx'

type Person = RegisterRow['contacts'][number]

/** Shows emergency contacts and pick-up people with their pictures. A press on a number rings it. */
export const People = ({ people, pickUp }: { people: Person[]; pickUp: RegisterRow['pickUp'] }) => (
  <ul className="people">
    {people.map(person => (
      <li key={`${person.name} ${person.phone}`}>
        <Line person={person} role={person.relationship} />
      </li>
    ))}
    {pickUp && (
      <li>
        {pickUp.photo && (
          <span className="pick-up-photo no-print">
            <Avatar name={pickUp.name} picture={pickUp.photo} size="large" />
          </span>
        )}
        <Line person={pickUp} role={['Picks up', pickUp.relationship].filter(Boolean).join(', ')} />
      </li>
    )}
  </ul>
)

const Line = ({ person: { name, phone, email }, role }: { person: Person; role: string }) => (
  <>
    <span>{name}</span>
    {role && <span className="quiet"> {role}</span>}
    <span className="people-ways">
      {phone && <a href={`tel:${telOf(phone)}`}>{phone}</a>}
      {email && (
        <a className="no-print" href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>
          {email}
        </a>
      )}
    </span>
  </>
)
