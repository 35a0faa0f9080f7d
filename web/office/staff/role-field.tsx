import './staff.css'
import { Select } from '#web/ui/forms/field.tsx'
import { useMe } from '../office-session.ts'
import { roleDuties, roleOptions } from './role-words.ts'

/** Returns the roles that a member may assign: a manager only front desk and teachers. */
export const useRoleOptions = () => {
  const isOwner = useMe()?.role === 'owner'
  return roleOptions.filter(({ value }) => isOwner || value === 'frontDesk' || value === 'teacher')
}

/** Chooses a role, and says what each may do. A new member has none chosen beforehand. */
export function RoleField({ isNew = false, hint }: { isNew?: boolean; hint?: string }) {
  const options = useRoleOptions()
  return (
    <>
      <Select
        label="Role"
        name="role"
        isStarred={isNew}
        options={isNew ? [{ value: '', label: 'Please choose' }, ...options] : options}
        {...(hint && { hint })}
      />
      <dl className="role-duties">
        {options.map(({ value, label }) => (
          <div key={value}>
            <dt>{label}</dt>
            <dd className="quiet">{roleDuties[value]}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
