import { hashOfEarlyPresses } from './early-presses.ts'

/** Nothing inline runs but what keeps early presses, and only what DOMPurify has cleaned becomes HTML (trust row 10). */
export const contentSecurityPolicy = (styleHashes: string[], bases: Bases): string =>
  policy(bases, {
    scripts: quoted(hashOfEarlyPresses),
    styles: styleHashes.map(quoted).join(' '),
    trustedTypes: 'dompurify page-text',
  })

const quoted = (hash: string) => `'sha256-${hash}'`

/** The office brings its styles as files, and has an editor of rich text and a worker besides. */
export const officeSecurityPolicy = (bases: Bases): string =>
  `${policy(bases, { trustedTypes: 'dompurify page-text ProseMirrorClipboard office-worker' })}; worker-src 'self'; manifest-src 'self'; frame-src 'self'`

/** Of a page that is only looked at, within the office: nothing in it runs. */
export const previewPolicy = (ofPage: string): string =>
  `${ofPage
    .replace(/script-src [^;]*/, "script-src 'none'")
    .replace("frame-ancestors 'none'", "frame-ancestors 'self'")}; sandbox allow-same-origin`

interface Bases {
  apiBase: string
  imageBase: string
}

interface Inlined {
  scripts?: string
  styles?: string
  trustedTypes: string
}

function policy({ apiBase, imageBase }: Bases, { scripts = '', styles = '', trustedTypes }: Inlined): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts}`.trim(),
    `style-src 'self' ${styles}`.trim(),
    `img-src 'self' data: blob:${elsewhere(imageBase)}`,
    `media-src 'self'${elsewhere(imageBase)}`,
    "font-src 'self'",
    `connect-src 'self'${elsewhere(apiBase)}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes}`,
  ].join('; ')
}

/** The calls and the pictures may come from another server of the same contract. */
const elsewhere = (base: string) => (URL.canParse(base) ? ` ${new URL(base).origin}` : '')
