/** Ed25519 signatures of manifests (RFC 8032). Keys are the 32 bytes of the RFC in base64url, 43 characters. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'

/** What precedes the 32 bytes in PKCS #8 and in SubjectPublicKeyInfo: RFC 8410 §7 and §4. */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')
const KEY_BYTES = 32

export interface KeyPair {
  readonly privateKey: string
  readonly publicKey: string
}

export const createKeyPair = (): KeyPair => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    privateKey: rawOf(privateKey.export({ format: 'der', type: 'pkcs8' })),
    publicKey: rawOf(publicKey.export({ format: 'der', type: 'spki' })),
  }
}

/** The public key that belongs to the private one. */
export const publicKeyOf = (privateKey: string): string =>
  rawOf(createPublicKey(privateKeyOf(privateKey)).export({ format: 'der', type: 'spki' }))

export const signText = (text: string, privateKey: string): string =>
  sign(null, Buffer.from(text), privateKeyOf(privateKey)).toString('base64url')

/** True if one of the public keys made the signature. */
export const isSignedByOne = (text: string, signature: string, publicKeys: readonly string[]): boolean =>
  publicKeys.some((key) =>
    verify(
      null,
      Buffer.from(text),
      createPublicKey({ key: withPrefix(PUBLIC_PREFIX, key), format: 'der', type: 'spki' }),
      Buffer.from(signature, 'base64url'),
    ),
  )

const privateKeyOf = (key: string): KeyObject =>
  createPrivateKey({ key: withPrefix(PRIVATE_PREFIX, key), format: 'der', type: 'pkcs8' })

const withPrefix = (prefix: Buffer, key: string): Buffer =>
  Buffer.concat([prefix, Buffer.from(key, 'base64url')])

const rawOf = (der: Buffer): string => der.subarray(-KEY_BYTES).toString('base64url')
