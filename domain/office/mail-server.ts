/** The ports at which a mail server takes mails; 465 is encrypted from the first byte, the others by STARTTLS. */
export const mailPorts: readonly number[] = [587, 465, 25, 2525]

/** Whether a text is a host name with a domain, such as `smtp.example.co.uk`, and not an IP address. */
export const isHostName = (text: string): boolean =>
  text.length <= 253 && /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/i.test(text)

/** A DNS record of the sender's domain, by which other mail servers trust its mails. */
export interface DnsRecord {
  /** The purpose, in words. */
  use: string
  name: string
  value: string
}

/**
 * Returns the DNS records that a sender's domain needs: who may send, and what to do with mails from anybody else.
 * `dkim` is the selector and public key with which this server signs, if it does.
 */
export function dnsRecordsOf(
  sender: string,
  host: string,
  dkim?: { selector: string; publicKey: string },
): DnsRecord[] {
  const domain = sender.slice(sender.lastIndexOf('@') + 1)
  return [
    { use: 'Who may send (SPF)', name: domain, value: `v=spf1 a:${host} ~all` },
    ...(dkim
      ? [
          {
            use: 'Signature (DKIM)',
            name: `${dkim.selector}._domainkey.${domain}`,
            value: `v=DKIM1; k=rsa; p=${dkim.publicKey}`,
          },
        ]
      : []),
    {
      use: 'Mails of others (DMARC)',
      name: `_dmarc.${domain}`,
      value: `v=DMARC1; p=none; rua=mailto:${sender}`,
    },
  ]
}
