/**
 * What every answer tells the browser (trust row 10). A page brings a policy of its own: it names the hash of the
 * style sheet that is inlined.
 */
export const securityHeaders = (isProduction: boolean): Record<string, string> => ({
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
  ...(isProduction ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
})
