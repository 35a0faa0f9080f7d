import fastify from 'fastify'
import { expect, test } from 'vitest'
import { pictureInliner } from './inline-picture.ts'

test('a small picture is inlined, a large one is not, and a failed one is tried again', async () => {
  const app = fastify()
  const asked: string[] = []
  let isDown = true
  app.get('/media/:name', (request, reply) => {
    asked.push(request.url)
    if (request.url.includes('late') && isDown) return reply.code(503).send()
    return reply.type('image/webp').send(Buffer.alloc(request.url.includes('large') ? 20_000 : 3, 'a'))
  })
  const inline = pictureInliner(app)
  for (const _again of [1, 2]) {
    expect(await inline('/media/small.webp')).toBe('data:image/webp;base64,YWFh')
    expect(await inline('/media/large.webp')).toBeUndefined()
  }
  expect(await inline('https://elsewhere.example.test/small.webp')).toBeUndefined()
  expect(asked).toEqual(['/media/small.webp', '/media/large.webp'])

  expect(await inline('/media/late.webp')).toBeUndefined()
  isDown = false
  expect(await inline('/media/late.webp')).toBe('data:image/webp;base64,YWFh')
})
