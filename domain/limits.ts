/**
 * The business's numbers, each once. Each name has its unit, and a comment gives the reason where it is not
 * obvious. Numbers that only tune one piece of code (batch sizes, timeouts) stay in its file.
 */

// Orders and payment

/** How long an unpaid order holds its places, unless the setting `HOLD_MINUTES` says another time (decision E-04). */
export const defaultHoldMinutes = 35
/** The longest hold. Opening the card page late extends a hold up to this (decision E-04). */
export const maxHoldMinutes = 70
/** The card provider's pages live at least 30 minutes; one more allows for clock differences. */
export const minCardPageMinutes = 31
/** The card provider refuses a page that lives longer than a day. */
export const maxCardPageMinutes = 23 * 60
/** The smallest payment that the card provider accepts. */
export const minCardPaymentPence = 30
/** How long the links in mails about an order work: a guest's order, and the page to pay. */
export const orderLinkDays = 180
/** How long an order is kept with a payment link that staff mail, if they choose no other time. */
export const defaultLinkHours = 24
/** The longest that a payment link keeps an order. The start of its first session ends it earlier. */
export const maxLinkDays = 7
/** How long after a payment link or a reminder the next reminder may follow. */
export const minMinutesBetweenReminders = 60
/** How long after dispatch a shop order is completed. */
export const completedAfterDays = 14
/** The minutes within which a family gets only one mail about changes that the office makes to the same kinds of details. */
export const tellAgainMinutes = 10

/** How long a tick "handed over" in a register can be undone. Afterwards the family is told. */
export const undoHandOverMinutes = 15
/** The highest postage of an order. */
export const maxPostagePence = 10_000
/** The maximum number of one product in one order. */
export const maxQuantity = 9_999
/** Limits of what guests hold without paying (trust row 23). An account's own limit is its column `unpaid_at_most`. */
export const maxUnpaidOrdersOfContact = 3
export const maxUnpaidPlacesOfNetwork = 3
/** The maximum number of unconfirmed free orders of a network within an hour. */
export const maxFreeOrdersOfNetwork = 3

// Waiting list

/** How long a freed place is kept for the family that it is offered to. */
export const offerHours = 12
/** The longest that staff may keep a place by hand. */
export const maxOfferHours = 72
/** How long before its session an offer ends. */
export const lastOfferHoursBefore = 2
/** The maximum number of guests from one network on the waiting lists. */
export const maxWaitingGuests = 3

// Classes and terms

export const minClassMinutes = 15
export const maxClassHours = 12
/** The longest session, counting its first and its last day. */
export const maxSessionDays = 14
export const maxPlaces = 500
export const maxPricePence = 200_000
export const maxCredits = 50
export const maxDatesOfClass = 500
export const maxTermDays = 370
/** How long before its start a public session can last be moved. */
export const minHoursBeforeMove = 2
/** How long families may answer when a session moves (decision O-18). The session's start ends it earlier. */
export const answerDays = 7

// Registers

/** How long before its session a register opens (decision O-35). */
export const registerHoursBefore = 36
/** How long after its session a register closes (decision O-35). */
export const registerHoursAfter = 2
export const maxWalkInsShown = 300
/** How long an open register asks for the same reading of notes. */
export const readingMinutes = 5
/** How long a reading that is logged covers another answer with its id: the slowest answer of its page arrives within it. */
export const readingCoversMinutes = 10

// Catalogue

/** The maximum of a price, a reduction or a minimum. */
export const maxPence = 1_000_000
export const maxPieces = 100_000

// Accounts

export const maxChildren = 8
export const codeMinutes = 10
/** How long to wait before another code can be sent to the same address (spec 1 §9). */
export const resendCodeSeconds = 300
export const triesPerCode = 5
/** How long a family stays signed in without a call. */
export const signInIdleDays = 7
/** How long a family stays signed in altogether. */
export const maxSignInDays = 30
/** How long the link to choose a first password works. */
export const passwordLinkDays = 30
/** How long a change of address can be undone from the old address. */
export const takeBackDays = 7

// Staff

/** How long an invitation works. */
export const invitationHours = 7 * 24
/** How long staff stay signed in without a call. */
export const staffIdleHours = 12
export const maxStaffSessionHours = 7 * 24
/** How long teachers stay signed in, idle or not: a teacher's phone lies in a bag for days. */
export const teacherSessionHours = 14 * 24
/** How long after its session was ended a phone can hand in the marks that were made before. */
export const handInHours = 24
/** How old a re-authentication may be for the calls that need one. */
export const defaultReauthenticationMinutes = 10

// Imports

/** The maximum number of columns of a file. A wider file would slow down every page that shows it. */
export const maxHeadings = 250
export const undoImportHours = 24

// Pictures

export const megabyte = 1024 * 1024
/** The largest file of any picture: of a family, of the library, the logo. */
export const maxPictureMegabytes = 5
export const maxPictureMegapixels = 40

// My Bookings

/** The maximum number of coming places that are listed. The calendars have all of them. */
export const maxUpNext = 12

// What parents read of the business

export const maxParentFacts = 4
export const maxParentFactLength = 60
export const maxParentQuotes = 3
export const maxParentQuoteLength = 240

// Messages to families

/** The maximum number of families that a message may reach without a re-authentication (spec 4 §6). */
export const maxFamiliesWithoutReauthentication = 50
export const maxSubjectLength = 120
/** How far ahead a message can be sent. */
export const maxDaysAhead = 90
