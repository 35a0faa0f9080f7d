import type { TestApp } from './start-test-app.ts'

interface Sent {
  part?: string
  name?: string
  type?: string
  path?: string
}
interface Uploaded {
  status: number
  code: number
  msg: string
  data: { url: string } | null
}

/** Sends a file as a page's form does. */
export async function upload(
  app: TestApp,
  bytes: Buffer,
  token: string | undefined,
  sent: Sent = {},
): Promise<Uploaded> {
  const boundary = 'maypole-boundary'
  const { part = 'file', name = 'me.jpg', type = 'image/jpeg', path = 'common/upload' } = sent
  const response = await app.http.inject({
    method: 'POST',
    url: `/api/${path}`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...(token ? { token } : {}) },
    payload: Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${part}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
      ),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  })
  return { status: response.statusCode, ...response.json<Omit<Uploaded, 'status'>>() }
}
