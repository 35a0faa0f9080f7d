import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

// version (1) | key id (4) | nonce (12) | tag (16) | ciphertext
const version = 1
const keyIdBytes = 4
const nonceBytes = 12
const tagBytes = 16
const headerBytes = 1 + keyIdBytes + nonceBytes + tagBytes

/** The size of the envelope around an empty note. */
export const emptyNoteBytes = headerBytes

/** Identifies the data key of an envelope, without revealing the key. */
export const keyId = (key: Buffer): Buffer =>
  createHash('sha256').update('key id').update(key).digest().subarray(0, keyIdBytes)

/** Whether the envelope names this key. */
export const isSealedWith = (key: Buffer, envelope: Uint8Array): boolean =>
  Buffer.from(envelope)
    .subarray(1, 1 + keyIdBytes)
    .equals(keyId(key))

/** Binds a note to its family and column: an envelope copied elsewhere does not open there. */
export const notePlace = (accountId: number, column: 'medical' | 'allergy'): string =>
  `children.${column} of account ${accountId}`

/** Binds an incident to its date, its day and its place there. */
export const incidentPlace = (of: {
  session_id: number
  on_day: string
  booking_id: number | null
  walk_in_id: string | null
}): string => `incident of session ${of.session_id} on ${of.on_day}, place ${of.booking_id ?? of.walk_in_id}`

/** Encrypts a note with AES-256-GCM. An empty note has an envelope too. */
export function sealNote(key: Buffer, text: string, where: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(where))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(version), keyId(key), nonce, cipher.getAuthTag(), sealed])
}

/** Opens a note that `sealNote` sealed for the same place. Anything else throws, without quoting the note. */
export function openNote(key: Buffer, envelope: Uint8Array, where: string): string {
  const bytes = Buffer.from(envelope)
  if (bytes.length < headerBytes || bytes[0] !== version) throw new Error('a sealed note is not in our form')
  if (!isSealedWith(key, bytes)) throw new Error('a note was sealed with another data key')
  const nonceAt = 1 + keyIdBytes
  const tagAt = nonceAt + nonceBytes
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(nonceAt, tagAt), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(where))
  decipher.setAuthTag(bytes.subarray(tagAt, headerBytes))
  return Buffer.concat([decipher.update(bytes.subarray(headerBytes)), decipher.final()]).toString('utf8')
}

/**
 * Seals the note with another key. One that already has it stays as it is, so that an interrupted run can be
 * repeated.
 */
export function resealNote(from: Buffer, to: Buffer, envelope: Uint8Array, where: string): Buffer {
  const bytes = Buffer.from(envelope)
  return isSealedWith(to, bytes) ? bytes : sealNote(to, openNote(from, bytes, where), where)
}
