declare const brand: unique symbol

/** Proof that a token was verified: only `recogniseActor` and registration make one. */
export type AccountId = number & { readonly [brand]: 'AccountId' }

/** Who makes a call. `ip` keys rate limits; only hashes of it are ever written. */
export interface Visitor {
  accountId: undefined
  ip: string
}
export interface SignedIn {
  accountId: AccountId
  tokenId: number
  ip: string
}
export type Actor = Visitor | SignedIn
