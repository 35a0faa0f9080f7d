import { contract } from '#contract/contract.ts'
import type { TestApp } from './start-test-app.ts'

interface Uploaded {
  status: number
  code: number
  msg: string
  data: { url: string } | null
}

/** Uploads a file, as a page's form does. */
export async function upload(
  app: TestApp,
  bytes: Buffer,
  token: string | undefined,
  { part = 'file', name = 'me.jpg', type = 'image/jpeg', path = contract.content.uploadPicture.path } = {},
): Promise<Uploaded> {
  const form = new FormData()
  form.set(part, new Blob([new Uint8Array(bytes)], { type }), name)
  const sent = new Response(form)
  const response = await app.http.inject({
    method: 'POST',
    url: `/api/${path}`,
    headers: { 'content-type': sent.headers.get('content-type') ?? '', ...(token ? { token } : {}) },
    payload: Buffer.from(await sent.arrayBuffer()),
  })
  return { status: response.statusCode, ...response.json<Omit<Uploaded, 'status'>>() }
}
