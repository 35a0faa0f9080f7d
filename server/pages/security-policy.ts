import { hashOfEarlyPresses } from './early-presses.ts'

/**
 * Allows no inline script except the one for early presses, and no HTML except what DOMPurify has cleaned (trust row
 * 10).
 */
export const contentSecurityPolicy = (styleHashes: string[], bases: Bases): string =>
  policy(bases, {
    scripts: quoted(hashOfEarlyPresses),
    styles: styleHashes.map(quoted).join(' '),
    trustedTypes: 'dompurify page-text',
  })

const quoted = (hash: string) => `'sha256-${hash}'`

/** Builds the office's policy: its styles are files, and it has a rich text editor and a worker. */
export const officeSecurityPolicy = (bases: Bases): string =>
  `${policy(bases, { trustedTypes: 'dompurify page-text ProseMirrorClipboard office-worker' })}; worker-src 'self'; manifest-src 'self'; frame-src 'self'`

/** Builds the policy of a page previewed in the office, in which no script runs. */
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

/** Returns the origin of calls or pictures if they come from another server. */
const elsewhere = (base: string) => (URL.canParse(base) ? ` ${new URL(base).origin}` : '')
