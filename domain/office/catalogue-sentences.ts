/** The messages of the office's lists (spec 3 §2.5). */
export const catalogueSentences = {
  giveName: 'Please give it a name',
  nameTaken: 'There is already one with this name',
  chooseVenue: 'Please choose a venue',
  chooseCategory: 'Please choose a category',
  coordinates: 'Coordinates are latitude and longitude, like 51.4412, -2.5986',
  link: 'The link must begin with https://, without spaces or a password',
  agesOrder: 'The second age must be above the first',
  pictureLink: 'The link must begin with https://, or with / for a page of the site',
  roomHolds: 'A room holds at least 1',
  price: 'A price is £10,000.00 at most',
  minPrice: 'A price is £0.30 or more, the least that a card can pay, or nothing',
  packCredits: 'A pack has 1 to 500 credits',
  maxPictures: 'A product has 8 pictures at most',
  pieces: 'This number is too large',
  chooseProduct: 'Please choose a product',
  sizeStays: 'A size stays with its product',
  skuTaken: 'Another product has this SKU',
  code: 'A code has 4 to 20 letters and figures',
  codeTaken: 'There is already a code like this',
  percentOrAmount: 'Give either a percentage from 1 to 100 or an amount',
  codeKinds: 'Choose what the code is for',
  endAfterStart: 'The end must be after the start',
  codeUses: 'A code can be used at least once',
  kindFixed: 'This type has classes. Make a new one for another kind',
  typeMeetsDate: 'A class of this type already has another date of this name at the same time',
  inUse: 'This is in use. Switch it off instead',
  notSorted: 'This list cannot be sorted',
  textTooLong: 'This text is too long',
  describePicture: 'Describe the picture for people who cannot see it',
  pictureMissing: 'This picture is no longer there. Please choose another',
  pictureInUse: 'This picture is in use',
  pictureWanted: 'Picture wanted',
  morePieces: 'Please say how many pieces',
  holdsAlready: 'This text is in force already. Save another one instead',
  withdrawnAlready: 'This text has already been called off',
  inThePast: 'Choose a time that is still to come',
} as const

/** Returns “Please write at most 4 lines of 60 characters”. */
export const tooManyLines = ({ most, longest }: { most: number; longest: number }): string =>
  `Please write at most ${most} lines of ${longest} characters`

/** Returns “Orders that are not paid yet hold 9”. */
export const unpaidHold = (pieces: number): string => `Orders that are not paid yet hold ${pieces}`
/** Returns “No more than 7 can be written off”. */
export const maxWrittenOff = (pieces: number): string => `No more than ${pieces} can be written off`
/** Returns “This code has been used 9 times”. */
export const codeUsed = (uses: number): string =>
  `This code has been used ${uses === 1 ? 'once' : `${uses} times`}`
/** Returns “This code has been used 2 times by one family”. The number is at least 2, because a limit is at least 1. */
export const codeUsedByOne = (uses: number): string => `${codeUsed(uses)} by one family`
