import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { showProblem } from '#web/ui/messages.tsx'
import { createQueryClient } from './query-client.ts'

vi.mock('#web/ui/messages.tsx', () => ({ showProblem: vi.fn() }))
beforeEach(() => vi.mocked(showProblem).mockClear())

const refused = {
  queryKey: ['week'],
  queryFn: () => Promise.reject(new Refusal('This class was not found')),
  meta: { showsProblem: true },
}

test('a refused query shows its reason if a page uses it', async () => {
  const observer = new QueryObserver(
    createQueryClient(() => {}),
    refused,
  )
  const stop = observer.subscribe(() => {})
  await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true))
  stop()
  expect(vi.mocked(showProblem).mock.calls).toEqual([['This class was not found']])
})

test('a refused query shows nothing if no page uses it', async () => {
  await expect(createQueryClient(() => {}).fetchQuery(refused)).rejects.toThrow('This class was not found')
  expect(showProblem).not.toHaveBeenCalled()
})
