import {
  both,
  call,
  count,
  email,
  flag,
  ifPresent,
  line,
  longText,
  name,
  nothing,
  oneOf,
  phone,
  postcode,
  record,
  secret,
} from './wire.ts'

const password = secret
/** The four digits as text: `0042` keeps its zeros. */
const code = line

const credentials = record({ email: ['email', email], password: ['password', password] })
const signedIn = record({ token: ['token', secret] })

/** The signed-in parent, as their own pages show them (spec 2 §3, User). */
export const account = record({
  id: ['id', count],
  firstName: ['first_name', name],
  lastName: ['last_name', name],
  mobile: ['mobile', phone],
  email: ['email', email],
  /** The requested new address that waits for its code; empty if there is none (record 028). */
  newEmail: ['new_email', email],
  avatar: ['avatar', line],
  addressLine1: ['address_line_one', line],
  addressLine2: ['address_line_two', line],
  town: ['town', line],
  postcode: ['psot_code', postcode],
  note: ['remark', longText],
  rewardPoints: ['score', count],
  credits: ['combo_num', count],
})

const profile = record({
  firstName: ['first_name', ifPresent(name)],
  lastName: ['last_name', ifPresent(name)],
  avatar: ['avatar', ifPresent(line)],
  addressLine1: ['address_line_one', ifPresent(line)],
  addressLine2: ['address_line_two', ifPresent(line)],
  town: ['town', ifPresent(line)],
  postcode: ['psot_code', ifPresent(postcode)],
  note: ['remark', ifPresent(longText)],
  mobile: ['mobile', ifPresent(phone)],
  email: ['email', ifPresent(email)],
})

export const accounts = {
  signIn: call('user/login', 'anyone', credentials, signedIn),
  register: call(
    'user/registerByEmail',
    'anyone',
    record({
      firstName: ['first_name', name],
      lastName: ['last_name', name],
      mobile: ['mobile', phone],
      email: ['email', email],
      password: ['password', password],
      code: ['code', code],
    }),
    signedIn,
  ),
  sendCode: call(
    'ems/send',
    'anyone',
    record({
      purpose: ['event', oneOf({ register: 'register', resetPassword: 'resetpwd' })],
      email: ['email', email],
    }),
    nothing,
  ),
  resetPassword: call(
    'user/resetpwd',
    'anyone',
    record({ email: ['email', email], code: ['code', code], newPassword: ['newpassword', password] }),
    nothing,
  ),
  changePassword: call(
    'user/savepassword',
    'signedIn',
    record({ newPassword: ['newpassword', password], oldPassword: ['oldpassword', password] }),
    nothing,
  ),
  profile: call('user/getUserDetails', 'signedIn', nothing, account),
  editProfile: call(
    'user/profile',
    'signedIn',
    // The values that the form began with: only changed fields are saved.
    both(profile, record({ before: ['before', ifPresent(profile)] })),
    account,
  ),
  confirmEmail: call('user/confirmEmail', 'signedIn', record({ code: ['code', code] }), account),
  takeBackEmail: call(
    'user/takeBackEmail',
    'anyone',
    record({
      secret: ['secret', secret],
      /** The owner of the old address confirms the change, instead of undoing it. */
      agrees: ['agrees', ifPresent(flag)],
    }),
    record({
      outcome: [
        'outcome',
        oneOf({
          undone: 'taken_back',
          wasUndone: 'was_taken_back',
          tooLate: 'too_late',
          agreed: 'agreed',
        }),
      ],
    }),
  ),
  saveOrigin: call(
    'user/createOrigin',
    'signedIn',
    record({ wantsOffers: ['is_receive', flag], heardFrom: ['origin', line] }),
    nothing,
  ),
  /** Whether offers are mailed to the account's address, by its own answer or because it was subscribed on the site. */
  offers: call('user/getOffers', 'signedIn', nothing, record({ getsOffers: ['is_receive', flag] })),
  /** A “no” ends both the answer and the subscription (decision E-63). */
  saveOffers: call('user/saveOffers', 'signedIn', record({ wantsOffers: ['is_receive', flag] }), nothing),
  signOut: call('user/logout', 'signedIn', nothing, nothing),
}
