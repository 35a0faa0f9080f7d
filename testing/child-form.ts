import { contract } from '#contract/contract.ts'
import type { CallInput } from '#contract/wire.ts'

/** A child as its form sends it. */
export const aChild: CallInput<typeof contract.children.add> = {
  firstName: 'Leo',
  lastName: 'Shah',
  gender: 'male',
  dateOfBirth: '2020-05-17',
  attendsSchool: true,
  schoolName: 'Elm Lane Primary',
  addressSource: 'alternative',
  addressLine1: '4 Elm Lane',
  addressLine2: 'Leeds',
  medical: 'Asthma: blue inhaler',
  allergy: 'Peanuts',
  note: 'Shy at first',
  photoPermission: true,
  photoMarketingPermission: false,
  avatar: '',
  contacts: [
    {
      firstName: 'Priya',
      lastName: 'Shah',
      mobile: '07700 900001',
      email: 'priya@example.test',
      relationship: 'Mother',
    },
    {
      firstName: 'Amit',
      lastName: 'Shah',
      mobile: '07700 900002',
      email: 'amit@example.test',
      relationship: 'Uncle',
    },
  ],
  pickUpPerson: {
    firstName: 'Nora',
    lastName: 'Bell',
    phone: '07700 900003',
    relationship: 'Nanny',
    photo: '',
  },
}

/** Returns the same child in the wire's fields, as JSON carries them; `given` replaces some. */
export const childForm = (given: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...JSON.parse(JSON.stringify(contract.children.add.input.encode(aChild))),
  ...given,
})
