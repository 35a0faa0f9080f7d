import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/**
 * Makes a passkey in software, which creates credentials and answers challenges for one site. With `isShared`
 * its counter stays 0, as for passkeys that Apple and Google share between devices.
 */
export function softwareAuthenticator(origin: string, isShared = false) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let count = 0

  const clientData = (type: string, options: string) =>
    Buffer.from(JSON.stringify({ type, challenge: challengeOf(options), origin, crossOrigin: false }))
  /**
   * Returns the authenticator data. The flags say that the user is present and verified; 0x40 adds the new
   * credential.
   */
  const authenticatorData = (flags: number, rest = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.of(flags), counter, rest])
  }
  const answer = (response: Record<string, Buffer>) =>
    JSON.stringify({
      id: inText(id),
      rawId: inText(id),
      type: 'public-key',
      clientExtensionResults: {},
      response: Object.fromEntries(Object.entries(response).map(([key, bytes]) => [key, inText(bytes)])),
    })

  return {
    /** Makes a new credential for the options of `Session/passkeyOptions`. */
    make: (options: string, verified = true): string => {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, key])
      const data = authenticatorData(verified ? 0x45 : 0x41, credential)
      return answer({
        clientDataJSON: clientData('webauthn.create', options),
        attestationObject: Buffer.concat([
          Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
          Buffer.of(data.length),
          data,
        ]),
      })
    },
    /** Answers the challenge of `Session/passkeyAsk`. */
    answer: (options: string, verified = true): string => {
      if (!isShared) count += 1
      const data = authenticatorData(verified ? 0x05 : 0x01)
      const clientDataJSON = clientData('webauthn.get', options)
      return answer({
        clientDataJSON,
        authenticatorData: data,
        signature: sign('sha256', Buffer.concat([data, sha256(clientDataJSON)]), privateKey),
      })
    },
    /** Resets the counter, as in a copy of the passkey that does not know how often the original was used. */
    turnBack: () => {
      count = 0
    },
  }
}

const sha256 = (what: string | Buffer) => createHash('sha256').update(what).digest()
const inText = (bytes: Buffer) => bytes.toString('base64url')
const challengeOf = (options: string) => (JSON.parse(options) as { challenge: string }).challenge
