import { expect, test } from 'vitest'
import { diskProblem } from './data-folder.ts'

test.each([
  ['PostgreSQL in it finds no room', { code: '53100' }, 'its disk is full'],
  ['its file system finds no room', { name: 'ErrnoError', errno: 51 }, 'its disk is full'],
  ['its file system may not be written', { name: 'ErrnoError', errno: 69 }, 'its disk is read-only'],
])("the embedded database's error %s becomes one sentence", (_what, error, reason) => {
  expect(diskProblem('/data', error)?.message).toBe(`DATA_DIR /data cannot be used: ${reason}`)
})

test('other errors are shown whole, so that the operator sees them', () => {
  for (const error of [new Error('a fault of ours'), { code: '23505' }, { code: 'ENOENT', errno: -2 }]) {
    expect(diskProblem('/data', error)).toBeUndefined()
  }
})
