/** Nothing inline runs, and only what DOMPurify has cleaned becomes HTML (trust row 10). */
export function contentSecurityPolicy(
  styleHashes: string[],
  { apiBase, imageBase }: { apiBase: string; imageBase: string },
): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${styleHashes.map(hash => `'sha256-${hash}'`).join(' ')}`,
    `img-src 'self' data: blob:${elsewhere(imageBase)}`,
    `media-src 'self'${elsewhere(imageBase)}`,
    "font-src 'self'",
    `connect-src 'self'${elsewhere(apiBase)}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types dompurify page-text',
  ].join('; ')
}

/** The calls and the pictures may come from another server of the same contract. */
const elsewhere = (base: string) => (URL.canParse(base) ? ` ${new URL(base).origin}` : '')
