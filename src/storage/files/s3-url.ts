/**
 * The address of a bucket, in one line as database addresses are:
 *
 *     s3://[KEY:SECRET@]HOST[:PORT]/BUCKET[/PREFIX][?region=REGION][&protocol=http]
 *
 * KEY and SECRET are percent-encoded (a secret with `/` needs it). Without them, and without a region, the customary AWS_* variables count.
 * The region defaults to the one in HOST (Amazon, Backblaze, Cloudflare), else to us-east-1.
 */
import { FileStoreError } from '../../domain/files/ports.ts'

interface S3Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string | null
}

export interface S3Bucket {
  /** `https://host:port/bucket/prefix/`: append a key. Path style, which every such service supports. */
  readonly address: string
  readonly region: string | null
  readonly credentials: S3Credentials
}

const PARAMETERS = ['region', 'protocol']
const PROTOCOLS = ['http', 'https']

/** Defaults for parts that the address omits. */
export interface S3Defaults {
  readonly credentials: S3Credentials | null
  readonly region: string | null
}

/** @throws FileStoreError that says what is wrong with the address, and shows no credential */
export const parseS3Url = (text: string, defaults: S3Defaults): S3Bucket => {
  const url = URL.parse(text)
  if (url === null || url.protocol !== 's3:' || url.host === '') {
    throw new FileStoreError(
      'The address of the file storage is not of the form s3://[KEY:SECRET@]HOST[:PORT]/BUCKET.',
    )
  }
  const path = url.pathname.replace(/^\/+|\/+$/g, '')
  if (path === '') {
    throw new FileStoreError(
      `The address of the file storage names the host ${url.host} but no bucket: s3://${url.host}/BUCKET.`,
    )
  }
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name))
  if (unknown !== undefined) {
    throw new FileStoreError(
      `The address of the file storage has an unknown parameter "${unknown}"; valid parameters are ${PARAMETERS.join(' and ')}.`,
    )
  }
  const protocol = url.searchParams.get('protocol') ?? 'https'
  if (!PROTOCOLS.includes(protocol)) {
    throw new FileStoreError(
      `The file storage cannot be reached by "${protocol}"; protocol is ${PROTOCOLS.join(' or ')}.`,
    )
  }
  return {
    address: `${protocol}://${url.host}/${path}/`,
    region: url.searchParams.get('region') ?? defaults.region,
    credentials: credentialsOf(url, defaults.credentials),
  }
}

const credentialsOf = (url: URL, fallback: S3Credentials | null): S3Credentials => {
  if (url.username === '' && url.password === '') {
    if (fallback !== null) return fallback
    throw new FileStoreError(
      'The file storage needs credentials: KEY:SECRET@ in its address, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    )
  }
  if (url.username === '' || url.password === '') {
    throw new FileStoreError(
      'The address of the file storage has an incomplete credential: KEY:SECRET@ needs both, or leave it out.',
    )
  }
  return { accessKeyId: decode(url.username), secretAccessKey: decode(url.password), sessionToken: null }
}

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new FileStoreError(
      'The credential in the address of the file storage is not percent-encoded: a % in it is written %25.',
    )
  }
}
